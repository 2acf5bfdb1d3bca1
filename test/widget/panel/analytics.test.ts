// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { readOptions } from '../../../src/options/read-options.ts';
import { createAnalytics } from '../../../src/widget/panel/analytics.ts';

function analyticsWith(overrides: Record<string, unknown>, variants: Record<string, string> = {}) {
  return createAnalytics(signal(readOptions({ proxy: {}, attributes: {}, overrides }).options), signal(variants));
}

afterEach(() => {
  Reflect.deleteProperty(window, 'dataLayer');
  vi.unstubAllGlobals();
});

it('reports a lead only once it is accepted, and nothing of its data', () => {
  const dataLayer: unknown[] = [];
  Object.assign(window, { dataLayer });
  const track = analyticsWith({});
  track('open', {});
  track('lead:submit', { form: 'default', callback: false });
  track('lead:queued', { kept: 'storage' });
  track('unread', { count: 1 });
  track('lead:accepted', { lead: 'd290f1ee-6c54-4b01-90e6-d701748f0851' });
  expect(dataLayer).toEqual([
    { event: 'chat_open', leadchat_form: 'default' },
    { event: 'form_submit', leadchat_form: 'default' },
    { event: 'generate_lead', leadchat_form: 'default' },
  ]);
});

it('creates no data layer on a page without one', () => {
  analyticsWith({})('open', {});
  expect(Reflect.has(window, 'dataLayer')).toBe(false);
});

it('reports nothing when the option is off', () => {
  const dataLayer: unknown[] = [];
  Object.assign(window, { dataLayer });
  analyticsWith({ analytics: false })('open', {});
  expect(dataLayer).toEqual([]);
});

it('reports the ID of an accepted lead on request, so that a conversion counts once', () => {
  const dataLayer: unknown[] = [];
  Object.assign(window, { dataLayer });
  const track = analyticsWith({ analyticsLeadId: true });
  const lead = 'd290f1ee-6c54-4b01-90e6-d701748f0851';
  track('open', {});
  track('lead:accepted', { lead });
  track('callback:requested', { lead });
  // Without a proxy, a lead has none.
  track('lead:accepted', { lead: null });
  expect(dataLayer).toEqual([
    { event: 'chat_open', leadchat_form: 'default' },
    { event: 'generate_lead', leadchat_form: 'default', leadchat_lead_id: lead },
    { event: 'request_callback', leadchat_form: 'default', leadchat_lead_id: lead },
    { event: 'generate_lead', leadchat_form: 'default' },
  ]);
});

it('reports which variants of experiments the visitor sees, as one text', () => {
  const dataLayer: unknown[] = [];
  Object.assign(window, { dataLayer });
  analyticsWith({}, { greeting: 'short', color: 'b' })('open', {});
  expect(dataLayer).toEqual([
    { event: 'chat_open', leadchat_form: 'default', leadchat_variants: 'greeting=short,color=b' },
  ]);
});

it.each([
  [{ analyticsLeadId: true }, [{ event: 'generate_lead', leadchat_form: 'default' }]],
  [
    { analyticsLeadId: true, respectGpc: false },
    [{ event: 'generate_lead', leadchat_form: 'default', leadchat_lead_id: 'd290f1ee-6c54-4b01-90e6-d701748f0851' }],
  ],
])('with Global Privacy Control, %o reports %o', (overrides, pushed) => {
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  const dataLayer: unknown[] = [];
  Object.assign(window, { dataLayer });
  analyticsWith(overrides)('lead:accepted', { lead: 'd290f1ee-6c54-4b01-90e6-d701748f0851' });
  expect(dataLayer).toEqual(pushed);
});
