// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { useLazy } from '../../../src/widget/ui/use-lazy.ts';

type Greeting = { text: string };

type GreeterProps = { load: () => Promise<Greeting>; isNeeded?: boolean };

function Greeter({ load, isNeeded }: GreeterProps) {
  const greeting = useLazy(load, isNeeded).value;
  if (greeting.status === 'ready') return <p>{greeting.module.text}</p>;
  return (
    <>
      <p>{greeting.status}</p>
      {greeting.status === 'failed' && (
        <button type="button" onClick={greeting.retry}>
          Try again
        </button>
      )}
    </>
  );
}

afterEach(cleanup);

test('shows the module once it is loaded', async () => {
  render(<Greeter load={async () => ({ text: 'Hello' })} />);
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('Hello');
});

test('loads a module once, however often the component renders', async () => {
  const load = vi.fn(async () => ({ text: 'Hello' }));
  const { rerender } = render(<Greeter load={load} />);
  rerender(<Greeter load={load} />);
  await screen.findByText('Hello');
  rerender(<Greeter load={() => load()} />);
  expect(load).toHaveBeenCalledTimes(1);
});

test('requests nothing before the module is needed', async () => {
  const load = vi.fn(async () => ({ text: 'Hello' }));
  const { rerender } = render(<Greeter load={load} isNeeded={false} />);
  expect(load).not.toHaveBeenCalled();
  rerender(<Greeter load={load} isNeeded />);
  await screen.findByText('Hello');
});

test('keeps the module when it is no longer needed', async () => {
  const load = async () => ({ text: 'Hello' });
  const { rerender } = render(<Greeter load={load} />);
  await screen.findByText('Hello');
  rerender(<Greeter load={load} isNeeded={false} />);
  expect(screen.getByText('Hello')).toBeTruthy();
});

// Cause: each opening of the panel requested what had just failed.
test('requests a blocked file once, however often it is needed anew, and again on request', async () => {
  const load = vi.fn<() => Promise<Greeting>>().mockRejectedValue(new Error('blocked'));
  const { rerender } = render(<Greeter load={load} />);
  await screen.findByText('failed');
  for (let count = 0; count < 20; count++) {
    rerender(<Greeter load={load} isNeeded={false} />);
    rerender(<Greeter load={load} />);
    await screen.findByText('failed');
  }
  expect(load).toHaveBeenCalledOnce();
  load.mockResolvedValue({ text: 'Hello' });
  screen.getByRole('button', { name: 'Try again' }).click();
  await screen.findByText('Hello');
  expect(load).toHaveBeenCalledTimes(2);
});

test('says that loading failed, and tries again on request', async () => {
  let isOffline = true;
  const load = async () => {
    if (isOffline) throw new Error('offline');
    return { text: 'Hello' };
  };
  render(<Greeter load={load} />);
  await screen.findByText('failed');
  isOffline = false;
  screen.getByRole('button', { name: 'Try again' }).click();
  await screen.findByText('Hello');
});
