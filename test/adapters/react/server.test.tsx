/** @jsxImportSource react */
// @vitest-environment happy-dom
import { act, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { LeadChat, useLeadChat } from '../../../src/adapters/react/index.ts';
import { launchers } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

afterEach(() => vi.unstubAllGlobals());

function Page() {
  const { state } = useLeadChat();
  return (
    <main>
      <LeadChat title="Acme" defaultOpen />
      <p>{state.open ? 'open' : 'closed'}</p>
    </main>
  );
}

it('renders nothing on a server and hydrates without a warning', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const consoleError = vi.spyOn(console, 'error');
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Page />);
  expect(page.innerHTML).toBe('<main><p>closed</p></main>');
  const failed = vi.fn();
  const root = await act(async () =>
    hydrateRoot(
      page,
      <StrictMode>
        <Page />
      </StrictMode>,
      { onRecoverableError: failed },
    ),
  );
  expect(page.textContent).toBe('open');
  expect(launchers()).toHaveLength(1);
  await act(async () => root.unmount());
  expect([failed.mock.calls, consoleError.mock.calls]).toEqual([[], []]);
});
