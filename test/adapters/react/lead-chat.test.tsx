/** @jsxImportSource react */
// @vitest-environment happy-dom
import { Activity, act, createRef, type ReactNode, StrictMode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeadChat, type LeadChatProps, type Widget } from '../../../src/adapters/react/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launcher, launchers, panels } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

let root: Root;

async function show(node: ReactNode): Promise<void> {
  await act(async () => root.render(node));
}

async function click(): Promise<void> {
  await act(async () => launcher().click());
}

function isOpen(): boolean {
  return launcher().classList.contains('open');
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('CSS', { supports: () => true });
  root = createRoot(document.createElement('div'));
});

afterEach(async () => {
  await act(async () => root.unmount());
  expect(launchers()).toEqual([]);
  panels.clear();
  vi.unstubAllGlobals();
});

describe('<LeadChat> of React', () => {
  it('renders one launcher and creates one chat in StrictMode', async () => {
    const onReady = vi.fn();
    const onDestroy = vi.fn();
    await show(
      <StrictMode>
        <LeadChat defaultOpen onReady={onReady} onDestroy={onDestroy} />
      </StrictMode>,
    );
    expect(launchers()).toHaveLength(1);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    await waitFor(() => expect(onReady).toHaveBeenCalledTimes(1));
    expect(onDestroy).not.toHaveBeenCalled();
  });

  // Cause: in jsdom, which has none, the first effect threw, and React removed the whole tree of a component's test.
  it('adds its launcher where no ResizeObserver exists', async () => {
    vi.stubGlobal('ResizeObserver', undefined);
    await show(<LeadChat />);
    expect(launchers()).toHaveLength(1);
  });

  // Cause: the next widget began with the options alone.
  it('leaves the page with what <Activity> hides, and comes back as it was', async () => {
    const widget = createRef<Widget>();
    const view = (mode: 'hidden' | 'visible') => (
      <Activity mode={mode}>
        <LeadChat ref={widget} />
      </Activity>
    );
    await show(view('visible'));
    await click();
    widget.current?.setConsent('denied');
    await show(view('hidden'));
    expect(launchers()).toEqual([]);
    await show(view('visible'));
    expect(isOpen()).toBe(true);
    await waitFor(() => expect(panels.options).toMatchObject({ consent: 'denied', open: true }));
  });

  // Cause: it came back as the visitor had last seen it, and a hidden chat cannot be seen.
  it('is open again after <Activity> if it was hidden while it was open, once nothing hides it', async () => {
    const widget = createRef<Widget>();
    const view = (mode: 'hidden' | 'visible', pages: LeadChatProps['pages'] = []) => (
      <Activity mode={mode}>
        <LeadChat ref={widget} pages={pages} />
      </Activity>
    );
    await show(view('visible'));
    await click();
    const hidden = [{ url: '*', hidden: true }];
    for (const [mode, pages] of [['visible', hidden], ['hidden', hidden], ['hidden'], ['visible']] as const) {
      await show(view(mode, pages));
    }
    expect(widget.current?.getState()).toMatchObject({ open: true, hidden: false });
    widget.current?.hide();
    await waitFor(() => expect(panels.log).toContain('close'));
    await show(view('hidden'));
    panels.log.length = 0;
    await show(view('visible'));
    expect(widget.current?.getState()).toMatchObject({ open: false, hidden: true });
    widget.current?.show();
    expect(widget.current?.getState()).toMatchObject({ open: true, hidden: false });
    // It was hidden from its beginning, and not closed.
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
  });

  // Cause: of all ways to answer, the component heard of one only.
  it.each<[string, LeadChatProps, (widget: Widget) => void]>([
    ['update()', {}, (widget) => widget.update({ consent: 'denied' })],
    ['another tab', {}, () => panels.deps.at(-1)?.answerStorageConsent('denied')],
    ['a prop', { consent: 'denied' }, () => {}],
    [
      'setConsent() and a page that stores',
      { pages: [{ url: '*', consent: 'granted' }] },
      (w) => w.setConsent('denied'),
    ],
  ])(
    'keeps the last answer of %s for what <Activity> shows again, unless the prop changes',
    async (_, props, answer) => {
      const widget = createRef<Widget>();
      const view = (mode: 'hidden' | 'visible', changed: LeadChatProps) => (
        <Activity mode={mode}>
          <LeadChat ref={widget} consent="required" defaultOpen {...changed} />
        </Activity>
      );
      await show(view('visible', {}));
      widget.current?.setConsent('granted');
      await show(view('visible', props));
      await waitFor(() => expect(panels.log).toContain('open'));
      if (widget.current) answer(widget.current);
      await show(view('hidden', props));
      await show(view('visible', props));
      await waitFor(() => expect(panels.deps).toHaveLength(2));
      expect(panels.options?.consent).toBe('denied');
      await show(view('hidden', props));
      await show(view('visible', { consent: 'granted' }));
      await waitFor(() => expect(panels.deps).toHaveLength(3));
      expect(panels.options?.consent).toBe('granted');
    },
  );

  it('adds only its launcher, and requests nothing with `loadConfig` "intent"', async () => {
    const request = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
    await show(
      <>
        <LeadChat id="quiet" proxyUrl="https://quiet.example.com" loadConfig="intent" />
        <LeadChat id="idle" proxyUrl="https://idle.example.com" />
      </>,
    );
    expect(launchers()).toHaveLength(2);
    await waitFor(() => expect(request).toHaveBeenCalled());
    expect(request.mock.calls.map(([address]) => address)).toEqual(['https://idle.example.com/config']);
    expect(panels.log).toEqual([]);
    request.mockRestore();
  });

  it('removes everything when it is unmounted, and reports `destroy`', async () => {
    const onDestroy = vi.fn();
    await show(<LeadChat defaultOpen onDestroy={onDestroy} />);
    await waitFor(() => expect(panels.log).toContain('open'));
    await show(null);
    expect(launchers()).toEqual([]);
    expect(panels.log.at(-1)).toBe('destroy');
    expect(onDestroy).toHaveBeenCalledTimes(1);
  });

  it('applies changed options only, and the default of a removed one', async () => {
    await show(<LeadChat locale="fr" texts={{ send: 'Los' }} defaultOpen />);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    const first = launcher();
    await show(<LeadChat locale="fr" texts={{ send: 'Los' }} onOpen={() => {}} />);
    expect(panels.log).toEqual(['create', 'open']);
    await show(<LeadChat locale="fr" texts={{ send: 'Ab' }} position="bottom-left" />);
    expect(panels.log).toEqual(['create', 'open', 'update']);
    expect(panels.overrides).toMatchObject({ locale: 'fr', texts: { send: 'Ab' }, position: 'bottom-left' });
    await show(<LeadChat texts={{ send: 'Ab' }} />);
    expect(panels.log).toEqual(['create', 'open', 'update', 'update']);
    expect(panels.overrides).toMatchObject({ locale: undefined, position: undefined });
    expect(launcher()).toBe(first);
    expect(launcher().parentElement?.className).toBe('layer right');
  });

  it('encodes messages with the latest function without an update', async () => {
    await show(<LeadChat defaultOpen encodeMessage={(text) => `1 ${text}`} />);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    await show(<LeadChat encodeMessage={(text) => `2 ${text}`} />);
    expect(panels.log).toEqual(['create', 'open']);
    const encode = panels.overrides?.encodeMessage;
    expect(typeof encode === 'function' && encode('Hi')).toBe('2 Hi');
  });

  it('asks the latest function for the token, without an update for each render', async () => {
    const tokenOf = () => {
      const source = panels.overrides?.userToken;
      return typeof source === 'function' ? source() : source;
    };
    await show(<LeadChat defaultOpen userToken={() => 'first'} />);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    await show(<LeadChat userToken={() => Promise.resolve('second')} />);
    expect(panels.log).toEqual(['create', 'open']);
    expect(await tokenOf()).toBe('second');
    await show(<LeadChat />);
    expect(panels.log).toEqual(['create', 'open', 'update']);
    expect(tokenOf()).toBeUndefined();
    await show(<LeadChat userToken="third" />);
    expect(tokenOf()).toBe('third');
  });

  // Cause: an inline function never counts as changed, so the widget took it for that of the person who had left.
  it('asks the function for the token again after reset(), once it renders', async () => {
    const ref = createRef<Widget>();
    await show(<LeadChat ref={ref} defaultOpen userToken={() => 'first person'} />);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    const before = panels.overrides?.userToken;
    ref.current?.reset();
    expect(panels.overrides?.userToken).toBe(before);
    await show(<LeadChat ref={ref} userToken={() => 'next person'} />);
    const next = panels.overrides?.userToken;
    expect(next).not.toBe(before);
    expect(typeof next === 'function' && next()).toBe('next person');
    await show(<LeadChat ref={ref} userToken={() => 'next person'} />);
    expect(panels.overrides?.userToken).toBe(next);
  });

  // Cause: whatever rendered first after reset() counted as of the next person, also the function of the one who had left.
  it('does not take the function of the person who left again after reset()', async () => {
    const ref = createRef<Widget>();
    const ofFirst = () => 'first person';
    const ofNext = () => 'next person';
    await show(<LeadChat ref={ref} defaultOpen userToken={ofFirst} />);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    const before = panels.overrides?.userToken;
    ref.current?.reset();
    await show(<LeadChat ref={ref} userToken={ofFirst} />);
    await show(<LeadChat ref={ref} userToken={ofFirst} locale="fr" />);
    expect(panels.overrides?.userToken).toBe(before);
    await show(<LeadChat ref={ref} userToken={ofNext} locale="fr" />);
    const next = panels.overrides?.userToken;
    expect(next).not.toBe(before);
    expect(typeof next === 'function' && next()).toBe('next person');
  });

  it('takes each function once after reset(), also when nobody was signed in between', async () => {
    const ref = createRef<Widget>();
    const token = () => 'whoever is signed in';
    await show(<LeadChat ref={ref} defaultOpen userToken={token} />);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    const before = panels.overrides?.userToken;
    ref.current?.reset();
    await show(<LeadChat ref={ref} />);
    expect(panels.overrides?.userToken).toBeUndefined();
    await show(<LeadChat ref={ref} userToken={token} />);
    const next = panels.overrides?.userToken;
    expect(typeof next).toBe('function');
    expect(next).not.toBe(before);
    await show(<LeadChat ref={ref} userToken={() => 'whoever is signed in'} />);
    expect(panels.overrides?.userToken).toBe(next);
  });

  it('calls the latest callback with an event’s detail', async () => {
    const [previous, latest] = [vi.fn(), vi.fn()];
    await show(<LeadChat defaultOpen onLeadAccepted={previous} />);
    await waitFor(() => expect(panels.deps).toHaveLength(1));
    await show(<LeadChat onLeadAccepted={latest} />);
    panels.deps[0]?.emit('lead:accepted', { lead: 'l1' });
    expect(previous).not.toHaveBeenCalled();
    expect(latest).toHaveBeenCalledExactlyOnceWith({ lead: 'l1' });
  });

  it('reports when the visitor opens or closes an uncontrolled chat', async () => {
    const onOpenChange = vi.fn();
    await show(<LeadChat onOpenChange={onOpenChange} />);
    expect(isOpen()).toBe(false);
    await click();
    expect(isOpen()).toBe(true);
    // While the panel is loading, another click does not cancel the opening.
    await waitFor(() => expect(launcher().ariaBusy).toBe('false'));
    await click();
    expect(isOpen()).toBe(false);
    expect(onOpenChange.mock.calls).toEqual([[true], [false]]);
  });

  it('opens when its parent sets `open`, and does not report that as a change', async () => {
    const onOpenChange = vi.fn();
    const Parent = (props: LeadChatProps) => {
      const [open, setOpen] = useState(false);
      const change = (next: boolean) => {
        onOpenChange(next);
        setOpen(next);
      };
      return <LeadChat {...props} open={open} onOpenChange={change} />;
    };
    await show(<Parent />);
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

  // The chat was closed already, because its page hid it, so nobody heard that it should stay closed.
  it('stays closed on the next page if its parent closes it while the page hides it', async () => {
    const onOpenChange = vi.fn();
    const hidden = [{ url: '/', hidden: true }];
    await show(<LeadChat open pages={hidden} onOpenChange={onOpenChange} />);
    await show(<LeadChat open={false} pages={hidden} onOpenChange={onOpenChange} />);
    await show(<LeadChat open={false} pages={[]} onOpenChange={onOpenChange} />);
    expect([isOpen(), onOpenChange.mock.calls]).toEqual([false, []]);
  });

  it('is open again for a parent that follows it, once its page no longer hides it', async () => {
    const ref = createRef<Widget>();
    const changes: boolean[] = [];
    function Parent() {
      const [open, setOpen] = useState(true);
      const change = (next: boolean) => {
        changes.push(next);
        setOpen(next);
      };
      return <LeadChat ref={ref} open={open} onOpenChange={change} />;
    }
    await show(<Parent />);
    await act(async () => ref.current?.hide());
    expect(isOpen()).toBe(false);
    await act(async () => ref.current?.show());
    expect([isOpen(), changes]).toEqual([true, [false, true]]);
  });

  it('stays closed when its parent keeps `open` false', async () => {
    const onOpenChange = vi.fn();
    await show(<LeadChat open={false} onOpenChange={onOpenChange} />);
    await click();
    expect(onOpenChange.mock.calls).toEqual([[true]]);
    expect(isOpen()).toBe(false);
  });

  it('sets its ref to the widget when it mounts, and to null when it unmounts', async () => {
    const ref = createRef<Widget>();
    await show(
      <StrictMode>
        <LeadChat ref={ref} />
      </StrictMode>,
    );
    await act(async () => ref.current?.open());
    expect(ref.current?.getState().open).toBe(true);
    ref.current?.sendMessage('Hello');
    await waitFor(() => expect(panels.log).toContain('send Hello'));
    await show(null);
    expect(ref.current).toBeNull();
  });

  it('separates two chats on one page', async () => {
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
