import { describe, expect, it, vi } from 'vitest';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { leadHeaders, sha256, startHarness } from '../support/harness.ts';

const lead = { form: 'default', fields: { phone: '+1 (415) 555-2671', first_name: ' Ada ' } };

async function issuesOf(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(400);
  const body = await response.json();
  expect(body).toMatchObject({ status: 'failed', code: 'bad-request', message: expect.any(String) });
  return Object.fromEntries(body.issues.map((issue: { path: string; message: string }) => [issue.path, issue.message]));
}

describe('POST /leads', () => {
  it('stores a lead, wakes delivery and responds 202', async () => {
    const { post, store, wakes } = await startHarness();
    const response = await post('/leads', lead, leadHeaders());
    expect(response.status).toBe(202);
    const body = await response.json();
    expect(body).toEqual({
      status: 'accepted',
      lead: expect.any(String),
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      session: null,
    });
    expect(await store.find(body.lead)).toMatchObject({
      form: 'default',
      phone: '14155552671',
      record: { phone: '14155552671', first_name: 'Ada' },
      plan: { tags: ['website'], journey: { onExisting: 'keep' } },
      state: 'pending',
    });
    expect(wakes()).toBe(1);
  });

  it('stores consent, page and both touches of attribution as custom fields', async () => {
    const { post, store } = await startHarness(
      {
        forms: { default: { consent: { text: 'May we call?', version: 'v7' } } },
      },
      { now: () => Date.parse('2026-11-21T02:30:00.000Z') },
    );
    const body = {
      ...lead,
      consent: { granted: true, version: 'v7', locale: 'en' },
      page: { url: 'https://www.example.com/pricing', title: 'Pricing', referrer: 'https://news.example/' },
      attribution: {
        first: { utm_source: 'newsletter', landing_page: 'https://www.example.com/' },
        last: { utm_source: 'ads', gclid: 'abc', utm_term: '' },
      },
    };
    const { lead: id } = await (await post('/leads', body, leadHeaders())).json();
    expect((await store.find(id))?.record).toEqual({
      phone: '14155552671',
      first_name: 'Ada',
      utm_source: 'ads',
      gclid: 'abc',
      referrer: 'https://news.example/',
      first_utm_source: 'newsletter',
      first_landing_page: 'https://www.example.com/',
      page_url: 'https://www.example.com/pricing',
      consent_version: 'v7',
      consent_at: '2026-11-21T02:30:00.000Z',
      consent_locale: 'en',
      consent_text_hash: sha256('May we call?'),
    });
  });

  it('responds to the same key and body as before, and stores nothing twice', async () => {
    const { post, store, service } = await startHarness();
    const headers = leadHeaders();
    const first = await (await post('/leads', { ...lead, chat: true }, headers)).text();
    const again = await (await post('/leads', { ...lead, chat: true, captcha: 'fresh' }, headers)).text();
    expect(again).toBe(first);
    expect(service.sessions).toHaveLength(1);
    expect(await store.counts()).toMatchObject({ pending: 1 });
  });

  it('removes control characters and lone surrogates everywhere', async () => {
    const { post, store } = await startHarness();
    const body =
      '{"form":"default","fields":{"phone":"+14155552671","first_name":"A\\u0000da\\ud800"},' +
      '"page":{"url":"https://a.co/\\u0000x"},"attribution":{"last":{"utm_source":"\\u0007 \\u0000"}}}';
    const { lead: id } = await (await post('/leads', body, leadHeaders())).json();
    expect((await store.find(id))?.record).toEqual({
      phone: '14155552671',
      first_name: 'A da\ufffd',
      page_url: 'https://a.co/ x',
    });
  });

  it('recognizes the same body whatever the order of its keys', async () => {
    const { post } = await startHarness();
    const headers = leadHeaders();
    const body =
      '{"form":"default","fields":{"phone":"+14155552671","email":"a@b.co"},"page":{"url":"https://a.co","title":"A"}}';
    const reordered =
      '{"page":{"title":"A","url":"https://a.co"},"fields":{"email":"a@b.co","phone":"+14155552671"},"form":"default"}';
    const first = await (await post('/leads', body, headers)).text();
    expect(await (await post('/leads', reordered, headers)).text()).toBe(first);
  });

  it('gives simultaneous repetitions one lead and one session', async () => {
    const { post, store, service } = await startHarness();
    const headers = leadHeaders();
    const responses = await Promise.all(
      Array.from({ length: 8 }, async () => (await post('/leads', { ...lead, chat: true }, headers)).text()),
    );
    expect(new Set(responses).size).toBe(1);
    expect(await store.counts()).toMatchObject({ pending: 1 });
    // One admission let each of them open one at the service.
    expect(service.sessions).toHaveLength(1);
  });

  it('responds to a repetition as before while the store accepts no more leads', async () => {
    const { post, store } = await startHarness();
    const headers = leadHeaders();
    const first = await (await post('/leads', lead, headers)).text();
    const full = new StoreError({ code: 'backlog-full', message: 'full', retryAfterMs: 60_000 });
    vi.spyOn(store, 'accept').mockRejectedValue(full);
    expect(await (await post('/leads', lead, headers)).text()).toBe(first);
    expect((await post('/leads', lead, leadHeaders())).status).toBe(503);
  });

  it('refuses a key that was used with another body', async () => {
    const { post } = await startHarness();
    const headers = leadHeaders();
    await post('/leads', lead, headers);
    const other = await post('/leads', { ...lead, fields: { ...lead.fields, first_name: 'Eve' } }, headers);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ status: 'failed', code: 'key-reused' });
  });

  it('requires an Idempotency-Key that is a UUID', async () => {
    const { post } = await startHarness();
    expect(await issuesOf(await post('/leads', lead))).toHaveProperty('Idempotency-Key');
    expect(await issuesOf(await post('/leads', lead, leadHeaders('1')))).toHaveProperty('Idempotency-Key');
  });

  it('responds 404 for an unknown form', async () => {
    const { post } = await startHarness();
    for (const form of ['nope', '__proto__', 'constructor']) {
      const response = await post('/leads', { ...lead, form }, leadHeaders());
      expect([response.status, (await response.json()).code]).toEqual([404, 'unknown-form']);
    }
  });

  it('names every unknown key and field, and stores nothing', async () => {
    const { post, store } = await startHarness();
    const body = '{"form":"default","fields":{"phone":"+14155552671","tags":"vip"},"journey":"x","page":{"secret":1}}';
    expect(Object.keys(await issuesOf(await post('/leads', body, leadHeaders())))).toEqual(['page.secret', 'journey']);
    const fields = { ...lead.fields, tags: 'vip' };
    expect(await issuesOf(await post('/leads', { ...lead, fields }, leadHeaders()))).toEqual({
      'fields.tags': 'is not a field of this form',
    });
    expect(Object.values(await store.counts()).every((count) => count === 0)).toBe(true);
  });

  it('responds with a null session when the service cannot open one, and still stores the lead', async () => {
    const { post, service } = await startHarness();
    service.fail('server-error');
    const response = await post('/leads', { ...lead, chat: true }, leadHeaders());
    expect(response.status).toBe(202);
    expect((await response.json()).session).toBeNull();
  });

  it('opens the session with the whole record, and responds with its address', async () => {
    const { post, service } = await startHarness();
    const { session } = await (await post('/leads', { ...lead, chat: true }, leadHeaders())).json();
    expect(service.sessions[0]?.record).toMatchObject({ phone: '14155552671', first_name: 'Ada' });
    expect(session.url).toBe(
      `wss://chat.example.com/webchat/flow/${session.flow_id}/session/${session.session}/r/false`,
    );
  });

  it('holds a lead with a filled honeypot or filled too fast, with the same response', async () => {
    const { post, store, service } = await startHarness({ minFillMs: 1500 });
    for (const [extra, held] of [
      [{ website: 'https://spam.example' }, 'honeypot'],
      [{ elapsedMs: 20, website: '' }, 'too-fast'],
    ] as const) {
      const response = await post('/leads', { ...lead, ...extra, chat: true }, leadHeaders());
      expect(response.status).toBe(202);
      const body = await response.json();
      expect(body).toEqual({
        status: 'accepted',
        lead: expect.any(String),
        token: expect.stringMatching(/^[0-9a-f]{64}$/),
        session: null,
      });
      expect(await store.find(body.lead)).toMatchObject({ state: 'held', held });
    }
    expect(service.sessions).toHaveLength(0);
    const honest = await (await post('/leads', { ...lead, elapsedMs: 5200, website: '' }, leadHeaders())).json();
    expect(await store.find(honest.lead)).toMatchObject({ state: 'pending' });
  });
});

describe('the fields of a form', () => {
  const forms = {
    default: {
      defaultCountry: 'GB',
      consent: { text: 'May we call?', version: 'v1' },
      fields: [
        { name: 'email', type: 'email', required: true },
        { name: 'zip', pattern: '\\d{5}' },
        {
          name: 'size',
          type: 'select',
          options: [
            { value: 's', label: 'Small' },
            { value: 'l', label: 'Large' },
          ],
        },
        { name: 'note', type: 'textarea', maxLength: 20 },
        { name: 'terms', type: 'checkbox', required: true },
        { name: 'news', type: 'checkbox' },
        { name: 'campaign', type: 'hidden', value: 'spring' },
        { name: 'mobile', type: 'tel' },
      ],
    },
  };
  const fields = { phone: '020 7946 0958', email: 'ada@example.com', terms: true };
  const consent = { granted: true, version: 'v1' };

  it("parses a number without + as one of the form's country", async () => {
    const { post, store } = await startHarness({ forms });
    const body = {
      form: 'default',
      fields: { ...fields, note: ' a\r\nb\u0007 ', news: false, mobile: '07911 123456' },
      consent,
    };
    const { lead: id } = await (await post('/leads', body, leadHeaders())).json();
    expect((await store.find(id))?.record).toEqual({
      phone: '442079460958',
      email: 'ada@example.com',
      terms: true,
      news: false,
      note: 'a\nb',
      campaign: 'spring',
      mobile: '447911123456',
      consent_version: 'v1',
      consent_at: expect.any(String),
      consent_text_hash: sha256('May we call?'),
    });
  });

  it.each([
    [{ phone: '12' }, 'fields.phone', /^is incomplete: 5 digits are missing/],
    [{ phone: '+44 20 79' }, 'fields.phone', /missing\. Example: /],
    [{ phone: 'call me' }, 'fields.phone', /^is not a phone number/],
    [{ phone: '' }, 'fields.phone', /^is required/],
    [{ phone: true }, 'fields.phone', /^must be a text/],
    [{ email: 'ada@' }, 'fields.email', /^must be an email address/],
    [{ email: '  ' }, 'fields.email', /^is required/],
    [{ zip: '1234x' }, 'fields.zip', /^doesn't match the required format/],
    [{ zip: '123456' }, 'fields.zip', /^doesn't match the required format/],
    [{ size: 'xl' }, 'fields.size', /^is not one of the options/],
    [{ note: 'x'.repeat(21) }, 'fields.note', /^must not be longer than 20/],
    [{ terms: false }, 'fields.terms', /^is required/],
    [{ terms: 'on' }, 'fields.terms', /^must be true or false/],
  ])('reports what is wrong with %j', async (change, path, message) => {
    const { post } = await startHarness({ forms });
    const issues = await issuesOf(
      await post('/leads', { form: 'default', fields: { ...fields, ...change }, consent }, leadHeaders()),
    );
    expect(issues[path]).toMatch(message);
    expect(Object.keys(issues)).toEqual([path]);
  });

  it("requires the form's consent, unless it is optional", async () => {
    const { post } = await startHarness({ forms });
    expect(await issuesOf(await post('/leads', { form: 'default', fields }, leadHeaders()))).toHaveProperty([
      'consent.granted',
    ]);
    const refused = { form: 'default', fields, consent: { granted: false } };
    expect(await issuesOf(await post('/leads', refused, leadHeaders()))).toHaveProperty(['consent.granted']);
    const optional = { default: { consent: { text: 'May we call?', version: 'v1', required: false } } };
    const { post: postOptional, store } = await startHarness({ forms: optional });
    const body = await (
      await postOptional('/leads', { form: 'default', fields: { phone: '+442079460958' } }, leadHeaders())
    ).json();
    expect((await store.find(body.lead))?.record).toEqual({ phone: '442079460958' });
  });
});
