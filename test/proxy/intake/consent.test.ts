import { describe, expect, it } from 'vitest';
import { leadHeaders, sha256, startHarness } from '../support/harness.ts';

const text = { en: 'May we call?', de: 'Dürfen wir anrufen?', 'pt-BR': 'Podemos ligar?' };
const forms = { default: { consent: { text, version: 'v2' } } };
const now = () => Date.parse('2026-11-22T08:00:00.000Z');

async function startWithConsent() {
  const { post, store, ...harness } = await startHarness({ forms }, { now });
  const send = (consent: object, headers = leadHeaders()) =>
    post('/leads', { form: 'default', fields: { phone: '+14155552671' }, consent }, headers);
  return {
    ...harness,
    send,
    recordOf: async (response: Response) => (await store.find((await response.json()).lead))?.record,
  };
}

describe('the record of a consent', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['pt', 'pt-BR'],
    ['pt-BR', 'pt-BR'],
    ['ja', 'en'],
    [undefined, 'en'],
    ['__proto__', 'en'],
  ] as const)('names the text that a visitor with the locale %s has seen: %s', async (locale, shown) => {
    const { send, recordOf } = await startWithConsent();
    const response = await send({ granted: true, version: 'v2', ...(locale !== undefined && { locale }) });
    expect(await recordOf(response)).toEqual({
      phone: '14155552671',
      consent_version: 'v2',
      consent_at: '2026-11-22T08:00:00.000Z',
      consent_locale: shown,
      consent_text_hash: sha256(text[shown]),
    });
  });

  it('refuses a version that the form no longer has, and accepts the lead with the current one under the same key', async () => {
    const { send, recordOf } = await startWithConsent();
    const headers = leadHeaders();
    const response = await send({ granted: true, version: 'v1', locale: 'en' }, headers);
    expect(response.status).toBe(400);
    expect((await response.json()).issues).toEqual([
      { path: 'consent.version', message: expect.stringContaining('ask again') },
    ]);
    expect(await recordOf(await send({ granted: true, version: 'v2', locale: 'en' }, headers))).toMatchObject({
      consent_version: 'v2',
    });
  });

  // Cause: a missing version counted as the current one, so the record named a text that nobody may have seen.
  it('refuses a consent without a version, because nobody knows which text the visitor has seen', async () => {
    const { send, recordOf } = await startWithConsent();
    const headers = leadHeaders();
    const response = await send({ granted: true, locale: 'en' }, headers);
    expect(response.status).toBe(400);
    expect((await response.json()).issues).toEqual([
      { path: 'consent.version', message: expect.stringContaining('is missing') },
    ]);
    expect(await recordOf(await send({ granted: true, version: 'v2', locale: 'en' }, headers))).toMatchObject({
      consent_version: 'v2',
    });
  });

  it('is not created for a visitor who has not agreed', async () => {
    const optional = { default: { consent: { text, version: 'v2', required: false } } };
    const { post, store } = await startHarness({ forms: optional });
    const body = { form: 'default', fields: { phone: '+14155552671' }, consent: { granted: false, version: 'v1' } };
    const { lead } = await (await post('/leads', body, leadHeaders())).json();
    expect((await store.find(lead))?.record).toEqual({ phone: '14155552671' });
  });

  it('repeats the response of a stored lead after the version has changed', async () => {
    const first = await startHarness({ forms: { default: { consent: { text: 'Old', version: 'v1' } } } });
    const body = { form: 'default', fields: { phone: '+14155552671' }, consent: { granted: true, version: 'v1' } };
    const headers = leadHeaders();
    const response = await (await first.post('/leads', body, headers)).json();
    const second = await startHarness({ forms }, { store: first.store });
    const again = await second.post('/leads', body, headers);
    expect(again.status).toBe(202);
    expect(await again.json()).toEqual(response);
  });

  it('has all its texts in GET /config', async () => {
    const { get } = await startWithConsent();
    const { form } = await (await get('/config')).json();
    expect(form.consent).toEqual({ text, version: 'v2', required: true });
  });
});
