// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, createApp, defineComponent, h, KeepAlive, nextTick, reactive, useTemplateRef } from 'vue';
import { LeadChat, leadChat, useLeadChat, type Widget } from '../../../src/adapters/vue/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launcher, launchers, panels } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

const apps: App[] = [];
const place = () => document.createElement('div');

/** Renders the chat with props that can be changed. */
function show(first: Record<string, unknown> = {}): Record<string, unknown> {
  const props = reactive({ ...first });
  const app = createApp(() => h(LeadChat, { ...props }));
  apps.push(app);
  app.mount(place());
  return props;
}

function isOpen(): boolean {
  return launcher().classList.contains('open');
}

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
});

afterEach(() => {
  for (const app of apps.splice(0)) app.unmount();
  expect(launchers()).toEqual([]);
  panels.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('<LeadChat> of Vue', () => {
  it('passes on attributes that are not props, to be reported, except those that Vue and pages use', async () => {
    show({ defaultOpen: true, 'flow-idd': 'x', colour: 'red', class: 'a', style: 'b', 'data-v-1': '', onFoo() {} });
    await waitFor(() => expect(panels.overrides).toMatchObject({ flowIdd: 'x', colour: 'red' }));
    expect(Object.keys(panels.overrides ?? {})).not.toContain('class');
    expect(Object.keys(panels.overrides ?? {}).filter((name) => /^(?:style|data|onFoo)/.test(name))).toEqual([]);
  });

  it('renders the launcher when it is mounted, and removes everything when it is unmounted', async () => {
    const onDestroy = vi.fn();
    show({ defaultOpen: true, onDestroy });
    expect(launchers()).toHaveLength(1);
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    apps.pop()?.unmount();
    expect(launchers()).toEqual([]);
    expect(panels.log.at(-1)).toBe('destroy');
    expect(onDestroy).toHaveBeenCalledTimes(1);
  });

  // Cause: the component was still mounted, so its bubble stayed on pages that have no chat.
  it('leaves the page with a view that <KeepAlive> puts away, and comes back with it as it was', async () => {
    const view: { name: string; position: 'bottom-left' | 'bottom-right' } = reactive({
      name: 'chat',
      position: 'bottom-left',
    });
    const Chat = defineComponent({ render: () => h(LeadChat, { id: 'kept', position: view.position }) });
    const Other = defineComponent({ render: () => null });
    const app = createApp(() => h(KeepAlive, () => h(view.name === 'chat' ? Chat : Other)));
    apps.push(app);
    app.mount(place());
    expect(launchers()).toHaveLength(1);
    launcher().click();
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    view.name = 'other';
    await nextTick();
    expect(launchers()).toEqual([]);
    view.position = 'bottom-right';
    await nextTick();
    view.name = 'chat';
    await nextTick();
    expect(launcher().parentElement?.className).toBe('layer right');
    expect(isOpen()).toBe(true);
    view.name = 'other';
    await nextTick();
    apps.pop()?.unmount();
    expect(launchers()).toEqual([]);
  });

  // Cause: it came back as the visitor had last seen it, and a hidden chat cannot be seen.
  it('is open again after <KeepAlive> if it was hidden while it was open, once the page shows it', async () => {
    const view = reactive({ name: 'chat' });
    const chat = useLeadChat('hidden');
    const Chat = defineComponent({ render: () => h(LeadChat, { id: 'hidden' }) });
    const Other = defineComponent({ render: () => null });
    const app = createApp(() => h(KeepAlive, () => h(view.name === 'chat' ? Chat : Other)));
    apps.push(app);
    app.mount(place());
    launcher().click();
    chat.hide();
    for (const name of ['other', 'chat']) {
      view.name = name;
      await nextTick();
    }
    expect(isOpen()).toBe(false);
    chat.show();
    expect(isOpen()).toBe(true);
  });

  // Cause: the answer was known to the widget alone, and another one took its place.
  it('stores nothing again in a view that comes back, if the visitor has denied it', async () => {
    const view = reactive({ name: 'chat' });
    const chat = useLeadChat('denied');
    const Chat = defineComponent({ render: () => h(LeadChat, { id: 'denied', defaultOpen: true }) });
    const Other = defineComponent({ render: () => null });
    const app = createApp(() => h(KeepAlive, () => h(view.name === 'chat' ? Chat : Other)));
    apps.push(app);
    app.mount(place());
    await nextTick();
    chat.setConsent('denied');
    for (const name of ['other', 'chat', 'other', 'chat']) {
      view.name = name;
      await nextTick();
    }
    await waitFor(() => expect(panels.options).toMatchObject({ consent: 'denied', open: true }));
  });

  // Cause: of all ways to answer, the component heard of one only.
  it.each([
    ['prop', 'denied', 'granted'],
    ['tab', 'granted', 'required'],
  ])(
    'keeps the last answer, of a %s, for a view that comes back, unless the prop changes',
    async (from, last, next) => {
      const view = reactive<{ name: string; consent: unknown }>({ name: 'chat', consent: 'denied' });
      const chat = useLeadChat('answers');
      const Chat = defineComponent({
        render: () => h(LeadChat, { id: 'answers', defaultOpen: true, consent: Object(view).consent }),
      });
      const Other = defineComponent({ render: () => null });
      const app = createApp(() => h(KeepAlive, () => h(view.name === 'chat' ? Chat : Other)));
      apps.push(app);
      const comeBack = async (count: number) => {
        for (const name of ['other', 'chat']) {
          view.name = name;
          await nextTick();
        }
        await waitFor(() => expect(panels.deps).toHaveLength(count));
      };
      if (from === 'prop') view.consent = 'required';
      app.mount(place());
      await waitFor(() => expect(panels.log).toContain('open'));
      chat.setConsent(from === 'prop' ? 'granted' : 'denied');
      if (from === 'prop') view.consent = last;
      else panels.deps.at(-1)?.answerStorageConsent('granted');
      await nextTick();
      await comeBack(2);
      expect(panels.options?.consent).toBe(last);
      view.consent = next;
      await comeBack(3);
      expect(panels.options?.consent).toBe(next);
    },
  );

  it('reads an absent boolean as undefined, and an attribute without a value as true', async () => {
    show({ 'flow-id': 'a-flow', defaultOpen: '' });
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    expect(panels.overrides).toMatchObject({ flowId: 'a-flow', analytics: undefined });
  });

  it('asks the latest function for the token, without an update for each render', async () => {
    const props = show({ defaultOpen: true, userToken: () => 'first' });
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    props.userToken = () => 'second';
    await nextTick();
    expect(panels.log).toEqual(['create', 'open']);
    const source = panels.overrides?.userToken;
    expect(typeof source === 'function' && source()).toBe('second');
  });

  it('applies changed options only, and the default of a removed one', async () => {
    const texts = reactive({ send: 'Los' });
    const props = show({ defaultOpen: true, locale: 'fr', texts });
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    const first = launcher();
    props.onOpen = () => {};
    props.texts = { send: 'Los' };
    await nextTick();
    expect(panels.log).toEqual(['create', 'open']);
    props.texts = texts;
    props.position = 'bottom-left';
    await nextTick();
    expect(panels.log).toEqual(['create', 'open', 'update']);
    texts.send = 'Ab';
    await nextTick();
    expect(panels.log).toEqual(['create', 'open', 'update', 'update']);
    expect(panels.overrides).toMatchObject({ locale: 'fr', position: 'bottom-left', texts: { send: 'Ab' } });
    delete props.locale;
    delete props.position;
    await nextTick();
    expect(panels.overrides).toMatchObject({ locale: undefined, position: undefined });
    expect(launcher()).toBe(first);
    expect(launcher().parentElement?.className).toBe('layer right');
  });

  it('emits every event in kebab-case with its detail', async () => {
    const accepted = vi.fn();
    show({ defaultOpen: true, onLeadAccepted: accepted });
    await waitFor(() => expect(panels.deps).toHaveLength(1));
    panels.deps[0]?.emit('lead:accepted', { lead: 'l1' });
    expect(accepted).toHaveBeenCalledExactlyOnceWith({ lead: 'l1' });
  });

  it('leaves an uncontrolled chat to the visitor', async () => {
    const onUpdateOpen = vi.fn();
    show({ 'onUpdate:open': onUpdateOpen });
    launcher().click();
    expect(isOpen()).toBe(true);
    await waitFor(() => expect(panels.log).toContain('open'));
    launcher().click();
    expect(isOpen()).toBe(false);
    expect(onUpdateOpen.mock.calls).toEqual([[true], [false]]);
  });

  it('follows v-model:open in both directions', async () => {
    const onUpdateOpen = vi.fn();
    const props = show({
      open: false,
      'onUpdate:open': (open: boolean) => {
        onUpdateOpen(open);
        props.open = open;
      },
    });
    launcher().click();
    await nextTick();
    expect([isOpen(), props.open]).toEqual([true, true]);
    props.open = false;
    await nextTick();
    expect(isOpen()).toBe(false);
    expect(onUpdateOpen.mock.calls).toEqual([[true]]);
  });

  it('stays closed when its parent keeps `open` false', async () => {
    show({ open: false });
    launcher().click();
    await nextTick();
    expect(isOpen()).toBe(false);
  });

  it('exposes the widget’s methods to a template ref', () => {
    let chat: Widget | undefined;
    const Parent = defineComponent(() => {
      const widget = useTemplateRef<Widget>('chat');
      return () => [h(LeadChat, { ref: 'chat' }), h('button', { onClick: () => (chat = widget.value ?? undefined) })];
    });
    const app = createApp(Parent);
    apps.push(app);
    const page = place();
    app.mount(page);
    page.querySelector('button')?.click();
    chat?.open();
    expect(isOpen()).toBe(true);
    expect(chat?.getState().open).toBe(true);
  });
});

describe('the plugin', () => {
  it('adds a chat to the page until the application is unmounted', () => {
    const opened = vi.fn();
    const app = createApp({ render: () => null }).use(leadChat, { position: 'bottom-left', onOpen: opened });
    app.mount(place());
    expect(launcher().parentElement?.className).toBe('layer left');
    launcher().click();
    expect(opened).toHaveBeenCalledTimes(1);
    app.unmount();
    expect(launchers()).toEqual([]);
  });

  it('only registers the component without options', () => {
    const app = createApp({ render: () => null }).use(leadChat);
    expect(app.component('LeadChat')).toBe(LeadChat);
    expect(launchers()).toEqual([]);
  });
});
