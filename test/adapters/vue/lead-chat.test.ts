// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, createApp, defineComponent, h, nextTick, reactive, useTemplateRef } from 'vue';
import { LeadChat, leadChat, type Widget } from '../../../src/adapters/vue/index.ts';
import { bubble, bubbles, panels } from '../binding/fake-panel.ts';

vi.mock('../../../src/widget/panel/create-panel.ts', async () => (await import('../binding/fake-panel.ts')).panels);

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
  return bubble().ariaExpanded === 'true';
}

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
});

afterEach(() => {
  for (const app of apps.splice(0)) app.unmount();
  expect(bubbles()).toEqual([]);
  panels.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('<LeadChat> of Vue', () => {
  it('draws the bubble when it is mounted, and takes everything away when it is unmounted', async () => {
    const gone = vi.fn();
    show({ defaultOpen: true, onDestroy: gone });
    expect(bubbles()).toHaveLength(1);
    await vi.waitFor(() => expect(panels.log).toEqual(['made', 'open']));
    apps.pop()?.unmount();
    expect(bubbles()).toEqual([]);
    expect(panels.log.at(-1)).toBe('destroy');
    expect(gone).toHaveBeenCalledTimes(1);
  });

  it('takes an absent switch for none, and an attribute without a value for true', async () => {
    show({ 'proxy-url': 'https://chat.example', defaultOpen: '' });
    await vi.waitFor(() => expect(panels.log).toEqual(['made', 'open']));
    expect(panels.overrides).toMatchObject({ proxyUrl: 'https://chat.example', analytics: undefined });
  });

  it('applies what has changed and nothing else, and gives an option that is gone its default', async () => {
    const texts = reactive({ send: 'Los' });
    const props = show({ defaultOpen: true, locale: 'fr', texts });
    await vi.waitFor(() => expect(panels.log).toEqual(['made', 'open']));
    const first = bubble();
    props.onOpen = () => {};
    props.texts = { send: 'Los' };
    await nextTick();
    expect(panels.log).toEqual(['made', 'open']);
    props.texts = texts;
    props.position = 'bottom-left';
    await nextTick();
    expect(panels.log).toEqual(['made', 'open', 'update']);
    texts.send = 'Ab';
    await nextTick();
    expect(panels.log).toEqual(['made', 'open', 'update', 'update']);
    expect(panels.overrides).toMatchObject({ locale: 'fr', position: 'bottom-left', texts: { send: 'Ab' } });
    delete props.locale;
    delete props.position;
    await nextTick();
    expect(panels.overrides).toMatchObject({ locale: undefined, position: undefined });
    expect(bubble()).toBe(first);
    expect(bubble().parentElement?.className).toBe('layer right');
  });

  it('emits every event in kebab-case with its detail', async () => {
    const accepted = vi.fn();
    show({ defaultOpen: true, onLeadAccepted: accepted });
    await vi.waitFor(() => expect(panels.deps).toHaveLength(1));
    panels.deps[0]?.emit('lead:accepted', { lead: 'l1' });
    expect(accepted).toHaveBeenCalledExactlyOnceWith({ lead: 'l1' });
  });

  it('leaves open and closed to the visitor where nobody else decides', () => {
    const told = vi.fn();
    show({ 'onUpdate:open': told });
    bubble().click();
    expect(isOpen()).toBe(true);
    bubble().click();
    expect(isOpen()).toBe(false);
    expect(told.mock.calls).toEqual([[true], [false]]);
  });

  it('follows v-model:open in both directions', async () => {
    const told = vi.fn();
    const props = show({
      open: false,
      'onUpdate:open': (open: boolean) => {
        told(open);
        props.open = open;
      },
    });
    bubble().click();
    await nextTick();
    expect([isOpen(), props.open]).toEqual([true, true]);
    props.open = false;
    await nextTick();
    expect(isOpen()).toBe(false);
    expect(told.mock.calls).toEqual([[true]]);
  });

  it('stays closed when its owner does not agree to opening', async () => {
    show({ open: false });
    bubble().click();
    await nextTick();
    expect(isOpen()).toBe(false);
  });

  it('exposes the widget’s methods to a template ref', () => {
    let chat: Widget | undefined;
    const Owner = defineComponent(() => {
      const widget = useTemplateRef<Widget>('chat');
      return () => [h(LeadChat, { ref: 'chat' }), h('button', { onClick: () => (chat = widget.value ?? undefined) })];
    });
    const app = createApp(Owner);
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
  it('puts a chat into the page for as long as the application is there', () => {
    const opened = vi.fn();
    const app = createApp({ render: () => null }).use(leadChat, { position: 'bottom-left', onOpen: opened });
    app.mount(place());
    expect(bubble().parentElement?.className).toBe('layer left');
    bubble().click();
    expect(opened).toHaveBeenCalledTimes(1);
    app.unmount();
    expect(bubbles()).toEqual([]);
  });

  it('without options only makes the component known', () => {
    const app = createApp({ render: () => null }).use(leadChat);
    expect(app.component('LeadChat')).toBe(LeadChat);
    expect(bubbles()).toEqual([]);
  });
});
