import { expect, it, onTestFinished, vi } from 'vitest';
import { checkDraft } from '../../src/site/configurator/check-draft.ts';
import type { Configuration } from '../../src/site/configurator/configuration.ts';
import { createConfiguratorState } from '../../src/site/configurator/configurator-state.ts';

const noIssues = async () => [];
const open = (configuration: Configuration, check = noIssues) => createConfiguratorState({ configuration, check });

it('keeps what a link has, and changes one value of it', () => {
  const state = open({ options: { title: 'Ask Mia', form: 'prices' }, form: { tags: ['website'] } });
  expect([state.form.value, state.forms.value]).toEqual(['prices', ['prices']]);
  state.set({}, 'color', '#15803d');
  state.set({}, 'title', null);
  state.set({ form: 'prices' }, 'callback', { agent: 'a' });
  expect(state.configuration.value).toEqual({
    options: { form: 'prices', color: '#15803d' },
    form: { tags: ['website'], callback: { agent: 'a' } },
  });
});

it('has several forms, and brings one back that was removed', () => {
  const state = open({ options: {}, form: {} });
  state.addForm('prices');
  state.set({ form: 'prices' }, 'tags', ['prices']);
  state.set({}, 'form', 'prices');
  expect(state.configuration.value).toEqual({ options: { form: 'prices' }, form: { tags: ['prices'] } });
  state.removeForm('prices');
  // The widget cannot show a form that is gone.
  expect(state.configuration.value).toEqual({ options: {}, form: {} });
  expect([state.form.value, state.removedForms.value]).toEqual(['default', ['prices']]);
  state.removeForm('default');
  expect(state.forms.value).toEqual(['default']);
  state.addForm('prices');
  expect(state.configuration.value.forms).toEqual({ prices: { tags: ['prices'] } });
});

it('shows what the newest check found, and none that was begun before', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const checks: { signal: AbortSignal; answer: (message: string) => void }[] = [];
  const state = createConfiguratorState({
    configuration: { options: {}, form: {} },
    check: (_, signal) =>
      new Promise((resolve) => {
        checks.push({ signal, answer: (message) => resolve([{ path: 'widget.title', message }]) });
      }),
  });
  await vi.advanceTimersByTimeAsync(0);
  state.set({}, 'title', 'x');
  await vi.advanceTimersByTimeAsync(300);
  expect(checks.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  checks[1]?.answer('newest');
  checks[0]?.answer('older');
  await vi.advanceTimersByTimeAsync(0);
  expect(state.issues.value).toEqual([{ path: 'widget.title', message: 'newest' }]);
});

it("finds what the widget would refuse, also while the demo's server does not respond", async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  onTestFinished(() => void vi.unstubAllGlobals());
  const draft = { widget: { title: 'x'.repeat(81) }, forms: { default: { fields: [] } } };
  const found = await checkDraft(draft, new AbortController().signal);
  expect(found.map(({ path }) => path)).toEqual(['widget.title']);
});
