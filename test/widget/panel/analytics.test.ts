// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it } from 'vitest';
import { readOptions } from '../../../src/options/read-options.ts';
import { createAnalytics } from '../../../src/widget/panel/analytics.ts';

function analyticsWith(overrides: Record<string, unknown>) {
  return createAnalytics(signal(readOptions({ proxy: {}, attributes: {}, overrides }).options));
}

afterEach(() => {
  Reflect.deleteProperty(window, 'dataLayer');
});

it('reports a lead only once it is accepted, and nothing of its data', () => {
  const dataLayer: unknown[] = [];
  Object.assign(window, { dataLayer });
  const { track } = analyticsWith({});
  for (const name of ['open', 'lead:submit', 'lead:queued', 'unread', 'lead:accepted'] as const) track(name);
  expect(dataLayer).toEqual([
    { event: 'chat_open', leadchat_form: 'default' },
    { event: 'form_submit', leadchat_form: 'default' },
    { event: 'generate_lead', leadchat_form: 'default' },
  ]);
});

it('creates no data layer on a page without one', () => {
  analyticsWith({}).track('open');
  expect(Reflect.has(window, 'dataLayer')).toBe(false);
});

it('reports nothing when the option is off', () => {
  const dataLayer: unknown[] = [];
  Object.assign(window, { dataLayer });
  analyticsWith({ analytics: false }).track('open');
  expect(dataLayer).toEqual([]);
});
