// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, type Component, createApp, defineComponent, h, nextTick, reactive } from 'vue';
import { LeadChat, useLeadChat } from '../../../src/adapters/vue/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launcher, panels } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

const apps: App[] = [];

function show(component: Component): HTMLElement {
  const page = document.createElement('div');
  const app = createApp(component);
  apps.push(app);
  app.mount(page);
  return page;
}

const watcher = (id?: string) =>
  defineComponent(() => {
    const { open, isOpen, unread, connection, phase } = useLeadChat(id);
    return () => h('button', { onClick: open }, `${isOpen.value} ${unread.value} ${connection.value} ${phase.value}`);
  });

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
});

afterEach(() => {
  for (const app of apps.splice(0)) app.unmount();
  panels.clear();
  vi.unstubAllGlobals();
});

describe('useLeadChat() of Vue', () => {
  it('finds the page’s chat from another application, and follows its state', async () => {
    const page = show(watcher());
    expect(page.textContent).toBe('false 0 idle idle');
    show(() => h(LeadChat));
    page.querySelector('button')?.click();
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    panels.state = { unread: 2, connection: 'open', phase: 'chatting' };
    panels.deps[0]?.emit('unread', { count: 2 });
    await nextTick();
    expect(page.textContent).toBe('true 2 open chatting');
    apps[1]?.unmount();
    await nextTick();
    expect(page.textContent).toBe('false 0 idle idle');
  });

  it('keeps a call made before the chat exists', () => {
    show(watcher()).querySelector('button')?.click();
    show(() => h(LeadChat));
    expect(launcher().classList.contains('open')).toBe(true);
  });

  it('passes on values as they were at the call, also those of a reactive object', async () => {
    const form = reactive({ city: 'Vienna', days: ['Monday'] });
    show(
      defineComponent(() => {
        const { prefill } = useLeadChat();
        prefill(form);
        return () => h('p');
      }),
    );
    form.city = 'Graz';
    form.days.length = 0;
    show(() => h(LeadChat, { defaultOpen: true }));
    const values = JSON.stringify({ city: 'Vienna', days: ['Monday'] });
    await waitFor(() => expect(panels.log).toContain('open'));
    expect(panels.log).toEqual(['create', `prefill ${values}`, 'open']);
  });

  it('selects a chat by its id', async () => {
    const page = show(watcher('sales'));
    show(() => h(LeadChat, { defaultOpen: true }));
    await nextTick();
    expect(page.textContent).toMatch('false');
    show(() => h(LeadChat, { id: 'sales', defaultOpen: true }));
    await nextTick();
    expect(page.textContent).toMatch('true');
  });
});
