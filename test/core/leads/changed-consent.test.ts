import { describe, expect, it } from 'vitest';
import { createLeadForm } from '../../../src/core/leads/lead-form.ts';
import type { ConsentOutcome, LeadOutcome, SettledLead } from '../../../src/core/leads/lead-gateway.ts';
import { createProxyGateway } from '../../../src/core/leads/proxy-gateway.ts';
import type { FormConsent } from '../../../src/protocol/form.ts';
import type { LeadRequest } from '../../../src/protocol/proxy/requests.ts';
import { leadHeaders, origin, startHarness } from '../../proxy/support/harness.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { memoryStorage } from '../conversation/memory-storage.ts';
import { createSite } from '../conversation/site.ts';
import { fakeGateway } from './fake-gateway.ts';
import { accepted, failed, fakeProxy, unreachable } from './fake-proxy.ts';
import { fakeVisitor } from './fake-visitor.ts';
import { formDeps } from './form-deps.ts';

const old: FormConsent = { text: 'May we call?', version: 'v1', required: true };
const current: FormConsent = {
  text: { en: 'May we call you?', de: 'Dürfen wir anrufen?' },
  version: 'v2',
  required: true,
};
const issues = [{ path: 'consent.version', message: 'is no longer the version of this form' }];
const key = 'leadchat:leads';

describe('a form whose consent has changed since the page was loaded', () => {
  type Loaded = FormConsent | null | 'unreachable';

  function createForm(loaded: Loaded | (() => Promise<Loaded>)) {
    const requests: LeadRequest[] = [];
    const outcomes: LeadOutcome[] = [{ status: 'refused', code: 'bad-request', message: 'see `issues`', issues }];
    const { forget, ...deps } = formDeps();
    const form = createLeadForm({
      ...deps,
      consent: old,
      loadConsent: () => (typeof loaded === 'function' ? loaded() : Promise.resolve(loaded)),
      send: (request) => {
        requests.push(request);
        return Promise.resolve(outcomes.shift() ?? { status: 'accepted', lead: null, session: null });
      },
    });
    form.set('phone', '+1 415 555 2671');
    form.setConsent(true, 'en');
    return { form, requests, forget };
  }

  it('asks again with the new text, and keeps what the visitor has typed', async () => {
    const { form, requests } = createForm(current);
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'consent' });
    expect(form.consent.value).toEqual(current);
    expect(form.consentGiven.value).toBe(false);
    expect(form.problems.value).toEqual({ consent: { code: 'consent-changed' } });
    expect(form.values.value).toMatchObject({ phone: '+1 415 555 2671' });
    form.setConsent(true, 'de');
    expect(await form.submit()).toEqual({ ok: true, status: 'accepted' });
    expect(requests.map(({ consent }) => consent)).toEqual([
      { granted: true, version: 'v1', locale: 'en' },
      { granted: true, version: 'v2', locale: 'de' },
    ]);
  });

  // Cause: the problem belonged to a box that was gone, so nobody saw it.
  it('has no problem with a consent that the form no longer asks for', async () => {
    const { form, requests } = createForm(null);
    expect(await form.submit()).toEqual({ ok: false, firstProblem: '' });
    expect(form.consent.value).toBeNull();
    expect(form.problems.value).toEqual({});
    expect(await form.submit()).toEqual({ ok: true, status: 'accepted' });
    expect(requests[1]).not.toHaveProperty('consent');
  });

  // Cause: the text came when the form was already that of another person.
  it('shows its problem to nobody else', async () => {
    const [asked, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<FormConsent>()];
    const { form, forget } = createForm(() => {
      asked.resolve();
      return loaded.promise;
    });
    const submission = form.submit();
    await asked.promise;
    forget();
    form.clear();
    form.setConsent(true, 'en');
    loaded.resolve(current);
    expect(await submission).toEqual({ ok: false, firstProblem: '' });
    expect(form.problems.value).toEqual({});
    expect([form.consent.value, form.consentGiven.value]).toEqual([old, true]);
  });

  it("shows the proxy's reason while the new text cannot be loaded", async () => {
    const { form } = createForm('unreachable');
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'consent' });
    expect(form.consent.value).toEqual(old);
    expect(form.problems.value.consent).toEqual({ code: 'refused', message: issues[0]?.message });
  });
});

describe('a lead that is queued in the browser while its consent changes', () => {
  async function queueLead() {
    const proxy = fakeProxy();
    const storage = memoryStorage();
    const clock = manualClock();
    const openPage = () => {
      const settled: (SettledLead | ConsentOutcome)[] = [];
      const gateway = createProxyGateway('https://proxy.example', {
        fetch: proxy.fetch,
        area: () => storage,
        ...fakeVisitor(),
        clock,
        random: () => 1,
        createId: () => 'key-1',
        onWake: () => () => {},
      });
      gateway.onSettled((outcome) => settled.push(outcome));
      return { gateway, settled };
    };
    proxy.respond = unreachable;
    const first = openPage().gateway;
    const request: LeadRequest = {
      form: 'default',
      fields: { phone: '+14155552671' },
      consent: { granted: true, version: 'v1' },
    };
    await first.submit(request);
    first.destroy();
    await clock.advance(60_000);
    proxy.respond = () => failed(400, 'bad-request', { issues });
    const page = openPage();
    page.gateway.flush();
    await clock.advance(0);
    return { ...page, proxy, storage, clock, openPage, request };
  }

  it('is not sent again automatically, and asks the visitor on each page', async () => {
    const { settled, proxy, clock, storage, openPage } = await queueLead();
    expect(settled).toEqual([{ status: 'consent-changed', key: 'key-1', form: 'default' }]);
    const { length } = proxy.requests;
    await clock.advance(600_000);
    expect(proxy.requests).toHaveLength(length);
    expect(storage.getItem(key)).toContain('key-1');
    const next = openPage();
    next.gateway.flush();
    await clock.advance(0);
    expect(next.settled).toEqual([{ status: 'consent-changed', key: 'key-1', form: 'default' }]);
  });

  // Cause: the proxy took a consent without a version as one to its current text, without asking the visitor again.
  it('asks the visitor again if it does not name the version of the text', async () => {
    const harness = await startHarness({ forms: { default: { consent: current } } });
    const storage = memoryStorage();
    const settled: (SettledLead | ConsentOutcome)[] = [];
    const queued = { key: crypto.randomUUID(), to: 'https://proxy.example', at: Date.now(), claimedUntil: 0 };
    const request = { form: 'default', fields: { phone: '+14155552671' }, consent: { granted: true } };
    storage.setItem(key, JSON.stringify({ version: 1, leads: [{ ...queued, request }] }));
    const gateway = createProxyGateway('https://proxy.example', {
      fetch: (address, init) =>
        harness.post(new URL(String(address)).pathname, init?.body, {
          ...leadHeaders(String(new Headers(init?.headers).get('idempotency-key'))),
          origin,
        }),
      area: () => storage,
      ...fakeVisitor(),
      clock: manualClock(Date.now()),
      random: () => 1,
      createId: () => crypto.randomUUID(),
      onWake: () => () => {},
    });
    gateway.onSettled((outcome) => settled.push(outcome));
    gateway.flush();
    await waitFor(() => expect(settled).toEqual([{ status: 'consent-changed', key: queued.key, form: 'default' }]));
    expect(storage.getItem(key)).toContain(queued.key);
    gateway.destroy();
  });

  it('is sent with the same key once the visitor has agreed, and is removed from the browser', async () => {
    const { gateway, settled, proxy, clock, storage, request } = await queueLead();
    proxy.respond = accepted;
    const consent = { granted: true, version: 'v2', locale: 'en' };
    expect(gateway.resend('key-1', consent)).toBe('storage');
    await clock.advance(0);
    expect(proxy.requests.at(-1)).toMatchObject({ key: 'key-1', body: { ...request, consent } });
    expect(settled.at(-1)).toMatchObject({ status: 'accepted' });
    expect(storage.getItem(key)).toBeNull();
  });

  it('is removed when the visitor does not agree', async () => {
    const { gateway, storage } = await queueLead();
    gateway.drop('key-1');
    expect(storage.getItem(key)).toBeNull();
    expect(gateway.resend('key-1', undefined)).toBeUndefined();
  });
});

describe('a chat with a lead whose consent is outdated', () => {
  async function openChat(consent: FormConsent | null | 'unreachable') {
    const site = createSite();
    const gateway = fakeGateway();
    gateway.queued = true;
    gateway.consent = consent;
    const resent: unknown[] = [];
    gateway.resend = (...call) => {
      resent.push(call);
      return 'storage';
    };
    const { chat } = site.open({ gateway, leadForm: 'required' });
    const failures: unknown[] = [];
    chat.on('lead:failed', (detail) => failures.push(detail.code));
    chat.start();
    gateway.settle({ status: 'consent-changed', key: 'key-1', form: 'default' });
    await site.settle();
    return { ...site, gateway, chat, resent, failures };
  }

  it('asks for the current consent, and sends the lead with the answer', async () => {
    const { chat, resent } = await openChat(current);
    expect(chat.state.phase.value).toBe('chatting');
    expect(chat.state.lead.value).toEqual({ status: 'consent-changed', consent: current });
    chat.resendLead({ granted: false });
    expect(resent).toEqual([]);
    chat.resendLead({ granted: true, locale: 'de' });
    expect(resent).toEqual([['key-1', { granted: true, version: 'v2', locale: 'de' }]]);
    expect(chat.state.lead.value).toEqual({ status: 'queued', kept: 'storage' });
  });

  it('deletes the lead when the visitor discards it, and reports that', async () => {
    const { chat, gateway, failures } = await openChat(current);
    chat.dropLead();
    expect(gateway.queued).toBe(false);
    expect(chat.state.lead.value).toEqual({ status: 'none' });
    expect(failures).toEqual(['consent-withheld']);
  });

  it('sends the lead without consent if the form no longer asks for it', async () => {
    expect((await openChat(null)).resent).toEqual([['key-1', undefined]]);
  });

  it('keeps the lead in the browser while the text cannot be loaded', async () => {
    const { chat, resent, gateway } = await openChat('unreachable');
    expect(resent).toEqual([]);
    expect(gateway.queued).toBe(true);
    expect(chat.state.lead.value).toEqual({ status: 'queued', kept: 'storage' });
  });

  it('does not ask after forget(), even if the text is loaded later', async () => {
    const site = createSite();
    const gateway = fakeGateway();
    const loaded = Promise.withResolvers<FormConsent>();
    gateway.loadConsent = () => loaded.promise;
    const { chat } = site.open({ gateway, leadForm: 'required' });
    chat.start();
    gateway.settle({ status: 'consent-changed', key: 'key-1', form: 'default' });
    chat.forget();
    loaded.resolve(current);
    await site.settle();
    expect(chat.state.lead.value).toEqual({ status: 'none' });
  });

  it('asks about one lead after the other', async () => {
    const { chat, gateway, resent, settle } = await openChat(current);
    gateway.settle({ status: 'consent-changed', key: 'key-2', form: 'default' });
    chat.resendLead({ granted: true });
    await settle();
    expect(chat.state.lead.value).toEqual({ status: 'consent-changed', consent: current });
    chat.resendLead({ granted: true });
    expect(resent.flat().filter((part) => typeof part === 'string')).toEqual(['key-1', 'key-2']);
  });
});
