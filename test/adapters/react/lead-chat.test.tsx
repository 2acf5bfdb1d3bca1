/** @jsxImportSource react */
// @vitest-environment happy-dom
import { act, createRef, type ReactNode, StrictMode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeadChat, type LeadChatProps, type Widget } from '../../../src/adapters/react/index.ts';
import { bubble, bubbles, panels } from '../binding/fake-panel.ts';

vi.mock('../../../src/widget/panel/create-panel.ts', async () => (await import('../binding/fake-panel.ts')).panels);

let root: Root;

async function show(what: ReactNode): Promise<void> {
  await act(async () => root.render(what));
}

async function click(): Promise<void> {
  await act(async () => bubble().click());
}

function isOpen(): boolean {
  return bubble().ariaExpanded === 'true';
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('CSS', { supports: () => true });
  root = createRoot(document.createElement('div'));
});

afterEach(async () => {
  await act(async () => root.unmount());
  expect(bubbles()).toEqual([]);
  panels.clear();
  vi.unstubAllGlobals();
});

describe('<LeadChat> of React', () => {
  it('draws one bubble in StrictMode, and makes one conversation', async () => {
    const onReady = vi.fn();
    const onDestroy = vi.fn();
    await show(
      <StrictMode>
        <LeadChat defaultOpen onReady={onReady} onDestroy={onDestroy} />
      </StrictMode>,
    );
    expect(bubbles()).toHaveLength(1);
    await vi.waitFor(() => expect(panels.log).toEqual(['made', 'open']));
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledTimes(1));
    expect(onDestroy).not.toHaveBeenCalled();
  });

  it('takes everything away when it is unmounted, and says so', async () => {
    const onDestroy = vi.fn();
    await show(<LeadChat defaultOpen onDestroy={onDestroy} />);
    await vi.waitFor(() => expect(panels.log).toContain('open'));
    await show(null);
    expect(bubbles()).toEqual([]);
    expect(panels.log.at(-1)).toBe('destroy');
    expect(onDestroy).toHaveBeenCalledTimes(1);
  });

  it('applies what has changed and nothing else, and gives an option that is gone its default', async () => {
    await show(<LeadChat locale="fr" texts={{ send: 'Los' }} defaultOpen />);
    await vi.waitFor(() => expect(panels.log).toEqual(['made', 'open']));
    const first = bubble();
    await show(<LeadChat locale="fr" texts={{ send: 'Los' }} onOpen={() => {}} />);
    expect(panels.log).toEqual(['made', 'open']);
    await show(<LeadChat locale="fr" texts={{ send: 'Ab' }} position="bottom-left" />);
    expect(panels.log).toEqual(['made', 'open', 'update']);
    expect(panels.overrides).toMatchObject({ locale: 'fr', texts: { send: 'Ab' }, position: 'bottom-left' });
    await show(<LeadChat texts={{ send: 'Ab' }} />);
    expect(panels.log).toEqual(['made', 'open', 'update', 'update']);
    expect(panels.overrides).toMatchObject({ locale: undefined, position: undefined });
    expect(bubble()).toBe(first);
    expect(bubble().parentElement?.className).toBe('layer right');
  });

  it('encodes messages with the latest function, which is no change', async () => {
    await show(<LeadChat defaultOpen encodeMessage={(text) => `1 ${text}`} />);
    await vi.waitFor(() => expect(panels.log).toEqual(['made', 'open']));
    await show(<LeadChat encodeMessage={(text) => `2 ${text}`} />);
    expect(panels.log).toEqual(['made', 'open']);
    const encode = panels.overrides?.encodeMessage;
    expect(typeof encode === 'function' && encode('Hi')).toBe('2 Hi');
  });

  it('calls the latest callback with an event’s detail', async () => {
    const [before, after] = [vi.fn(), vi.fn()];
    await show(<LeadChat defaultOpen onLeadAccepted={before} />);
    await vi.waitFor(() => expect(panels.deps).toHaveLength(1));
    await show(<LeadChat onLeadAccepted={after} />);
    panels.deps[0]?.emit('lead:accepted', { lead: 'l1' });
    expect(before).not.toHaveBeenCalled();
    expect(after).toHaveBeenCalledExactlyOnceWith({ lead: 'l1' });
  });

  it('leaves open and closed to the visitor, and tells', async () => {
    const onOpenChange = vi.fn();
    await show(<LeadChat onOpenChange={onOpenChange} />);
    expect(isOpen()).toBe(false);
    await click();
    expect(isOpen()).toBe(true);
    await click();
    expect(isOpen()).toBe(false);
    expect(onOpenChange.mock.calls).toEqual([[true], [false]]);
  });

  it('is open when its owner says so, and does not ask for what it was told', async () => {
    const onOpenChange = vi.fn();
    const Owner = (props: LeadChatProps) => {
      const [open, setOpen] = useState(false);
      const change = (next: boolean) => {
        onOpenChange(next);
        setOpen(next);
      };
      return <LeadChat {...props} open={open} onOpenChange={change} />;
    };
    await show(<Owner />);
    await click();
    expect(isOpen()).toBe(true);
    expect(onOpenChange.mock.calls).toEqual([[true]]);
    await show(<LeadChat open={false} onOpenChange={onOpenChange} />);
    expect(isOpen()).toBe(false);
    await show(<LeadChat open onOpenChange={onOpenChange} />);
    expect(isOpen()).toBe(true);
    await show(<LeadChat onOpenChange={onOpenChange} />);
    expect(isOpen()).toBe(true);
    expect(onOpenChange.mock.calls).toEqual([[true]]);
  });

  it('stays closed when its owner does not agree to opening', async () => {
    const onOpenChange = vi.fn();
    await show(<LeadChat open={false} onOpenChange={onOpenChange} />);
    await click();
    expect(onOpenChange.mock.calls).toEqual([[true]]);
    expect(isOpen()).toBe(false);
  });

  it('gives its ref the widget from the first effect on, and takes it back', async () => {
    const ref = createRef<Widget>();
    await show(
      <StrictMode>
        <LeadChat ref={ref} />
      </StrictMode>,
    );
    await act(async () => ref.current?.open());
    expect(ref.current?.getState().open).toBe(true);
    ref.current?.sendMessage('Hello');
    await vi.waitFor(() => expect(panels.log).toContain('send Hello'));
    await show(null);
    expect(ref.current).toBeNull();
  });

  it('keeps two chats on one page apart', async () => {
    const [first, second] = [createRef<Widget>(), createRef<Widget>()];
    await show(
      <>
        <LeadChat ref={first} />
        <LeadChat ref={second} id="sales" />
      </>,
    );
    await act(async () => second.current?.open());
    expect([first.current?.getState().open, second.current?.getState().open]).toEqual([false, true]);
  });
});
