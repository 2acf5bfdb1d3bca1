// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createSSRApp, defineComponent, h, nextTick } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { LeadChat, useLeadChat } from '../../../src/adapters/vue/index.ts';
import { launchers } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

afterEach(() => vi.unstubAllGlobals());

const Page = defineComponent(() => {
  const { isOpen } = useLeadChat();
  return () => h('main', [h(LeadChat, { title: 'Acme', defaultOpen: true }), h('p', isOpen.value ? 'open' : 'closed')]);
});

it('renders nothing on a server and hydrates without a warning', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  const consoleSpies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const page = document.createElement('div');
  page.innerHTML = await renderToString(createSSRApp(Page));
  expect(page.innerHTML).toBe('<main><!----><p>closed</p></main>');
  const app = createSSRApp(Page);
  app.mount(page);
  await nextTick();
  expect(page.textContent).toBe('open');
  expect(launchers()).toHaveLength(1);
  app.unmount();
  expect(consoleSpies.flatMap((spy) => spy.mock.calls)).toEqual([]);
});
