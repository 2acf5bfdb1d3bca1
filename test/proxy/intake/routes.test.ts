import { describe, expect, it } from 'vitest';
import { adminLead } from '../../../src/protocol/admin/leads.ts';
import { configBlock } from '../../support/code-blocks.ts';
import { identitySecret, signToken } from '../../support/sign-token.ts';
import { type Harness, ids, leadHeaders, startHarness } from '../support/harness.ts';
import { issuesOf } from '../support/usable-config.ts';

const emergencyJourney = 'a2000000-0000-4000-8000-000000000002';
const emergencyAgent = 'c2000000-0000-4000-8000-000000000002';
const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}`, origin: 'http://proxy' };
const yesAndNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const form = {
  fields: [
    { name: 'urgent', type: 'select', label: 'Is it urgent?', options: yesAndNo },
    { name: 'symptom', required: true, showIf: { field: 'urgent', is: 'yes' } },
    { name: 'insured', type: 'checkbox' },
    { name: 'email', type: 'email', showIf: { field: 'insured', is: true } },
  ],
  tags: ['website'],
  journey: { id: ids.journey, onExisting: 'update' },
  callback: { agent: ids.agent, from: '14155550100' },
  routes: [
    {
      name: 'emergency',
      when: { urgent: 'yes' },
      tags: ['urgent'],
      journey: { id: emergencyJourney },
      agent: emergencyAgent,
    },
    { when: { urgent: ['yes', 'no'], insured: true }, tags: ['insured', 'website'] },
  ],
};

async function start(overrides: Record<string, unknown> = {}) {
  const harness = await startHarness({
    forms: { default: form },
    adminToken,
    identity: { secret: identitySecret },
    ...overrides,
  });
  return {
    ...harness,
    send: (fields: Record<string, unknown>, more: Record<string, unknown> = {}) =>
      harness.post('/leads', { form: 'default', fields: { phone: '+14155552671', ...fields }, ...more }, leadHeaders()),
  };
}

async function stored({ store }: Pick<Harness, 'store'>, response: Response) {
  const { lead } = await response.json();
  const found = await store.find(lead);
  if (found === undefined) throw new Error('the lead is not stored');
  return found;
}

describe('a field with a condition', () => {
  it('is not required and not kept while its condition is not met', async () => {
    const { send, store } = await start();
    const lead = await stored({ store }, await send({ urgent: 'no', symptom: 'a toothache', email: 'not an address' }));
    expect(lead.record).toEqual({ phone: '14155552671', urgent: 'no' });
  });

  it('is required when its condition is met', async () => {
    const { send } = await start();
    const response = await send({ urgent: 'yes' });
    expect(response.status).toBe(400);
    expect((await response.json()).issues).toEqual([
      { path: 'fields.symptom', message: 'is required', code: 'required' },
    ]);
  });

  it('is not kept from a signed token either, and not named as verified', async () => {
    const { send, store } = await start();
    const userToken = signToken({ phone: '+14155552671', email: 'ada@example.com' });
    expect((await stored({ store }, await send({}, { userToken }))).record).toEqual({
      phone: '14155552671',
      verified_fields: 'phone',
    });
    expect((await stored({ store }, await send({ insured: true }, { userToken }))).record).toMatchObject({
      email: 'ada@example.com',
      verified_fields: 'phone,email',
    });
  });

  it('loses its value when an operator corrects the answer that it hangs on', async () => {
    const { send, store, post } = await start();
    const { id } = await stored({ store }, await send({ urgent: 'yes', symptom: 'a toothache' }));
    const correct = (fields: object) => post(`/admin/api/leads/${id}/correct`, { fields }, bearer);
    expect((await correct({ urgent: 'no', symptom: 'none' })).status).toBe(400);
    expect((await correct({ urgent: 'no' })).status).toBe(200);
    expect((await store.find(id))?.record).toEqual({ phone: '14155552671', urgent: 'no' });
  });
});

describe('a route', () => {
  it.each([
    [
      { urgent: 'yes', symptom: 'x' },
      { tags: ['website', 'urgent'], journey: { id: emergencyJourney, onExisting: 'update' }, route: 'emergency' },
    ],
    [
      { urgent: 'yes', symptom: 'x', insured: true },
      { tags: ['website', 'urgent'], journey: { id: emergencyJourney, onExisting: 'update' }, route: 'emergency' },
    ],
    [
      { urgent: 'no', insured: true },
      { tags: ['website', 'insured'], journey: { id: ids.journey, onExisting: 'update' }, route: '#2' },
    ],
    [{ urgent: 'no' }, { tags: ['website'], journey: { id: ids.journey, onExisting: 'update' } }],
    [{}, { tags: ['website'], journey: { id: ids.journey, onExisting: 'update' } }],
  ])('of the answers %j makes the plan %j', async (fields, plan) => {
    const { send, store } = await start();
    const lead = await stored({ store }, await send(fields));
    expect(lead.plan).toEqual(plan);
    const steps = lead.steps.flatMap(({ step, name }) => (step === 'tag' || step === 'journey' ? [name] : []));
    expect(steps).toEqual([...plan.tags, plan.journey.id]);
  });

  it('chooses the agent of a call-back, asked for with the lead or later', async () => {
    const { send, store, post } = await start();
    const agentOf = async (lead: string) => (await store.listCalls({})).find((call) => call.lead === lead);
    const first = await stored({ store }, await send({ urgent: 'yes', symptom: 'x' }, { callback: true }));
    expect(await agentOf(first.id)).toMatchObject({ agent: emergencyAgent, from: '14155550100' });
    const response = await send({ urgent: 'yes', symptom: 'x' });
    const { lead, token } = await response.json();
    expect((await post('/calls', { lead, token })).status).toBe(202);
    expect(await agentOf(lead)).toMatchObject({ agent: emergencyAgent });
    const other = await stored({ store }, await send({ urgent: 'no' }, { callback: true }));
    expect(await agentOf(other.id)).toMatchObject({ agent: ids.agent });
  });

  // Only a replay was routed again: a held lead kept the route of the answers that the operator had corrected.
  it('follows what an operator has corrected while the lead was held', async () => {
    const { send, store, post } = await start();
    const held = await stored({ store }, await send({ urgent: 'no' }, { website: 'spam', callback: true }));
    expect([held.state, held.plan.tags]).toEqual(['held', ['website']]);
    const act = (path: string, body: object) => post(`/admin/api/leads/${held.id}/${path}`, body, bearer);
    expect((await act('correct', { fields: { urgent: 'yes', symptom: 'a toothache' } })).status).toBe(200);
    expect((await act('release', {})).status).toBe(200);
    const released = await store.find(held.id);
    expect(released?.plan).toEqual({
      tags: ['website', 'urgent'],
      journey: { id: emergencyJourney, onExisting: 'update' },
      route: 'emergency',
    });
    const steps = released?.steps.map(({ step, name, answer }) => [step, name, answer]);
    expect(steps?.slice(0, 4)).toEqual([
      ['create', undefined, undefined],
      ['tag', 'website', undefined],
      ['tag', 'urgent', undefined],
      ['journey', emergencyJourney, undefined],
    ]);
    expect((await store.listCalls({}))[0]).toMatchObject({ state: 'waiting', agent: emergencyAgent });
  });

  it('counts the values of a signed token', async () => {
    const routes = [{ when: { email: 'ada@example.com' }, tags: ['known'] }];
    const { send, store } = await start({ forms: { default: { routes } } });
    const userToken = signToken({ phone: '+14155552671', email: 'ada@example.com' });
    expect((await stored({ store }, await send({ email: 'eve@example.com' }, { userToken }))).plan.tags).toEqual([
      'known',
    ]);
  });

  it('is decided again when the lead is replayed with corrected answers, and the dashboard shows it', async () => {
    const { send, store, post, get } = await start();
    const { id } = await stored({ store }, await send({ urgent: 'no' }));
    const shown = async () => adminLead.parse(await (await get(`/admin/api/leads/${id}`, bearer)).json()).route;
    expect(await shown()).toBeUndefined();
    const now = Date.now();
    const { leads } = await store.claim({ owner: 'test', now, leaseMs: 60_000, limit: 10 });
    const steps = leads[0]?.steps.map((step) => ({ ...step, state: 'dead' as const })) ?? [];
    await store.checkpoint({ lead: id, owner: 'test', now, steps });
    expect((await post(`/admin/api/leads/${id}/correct`, { fields: { urgent: 'yes' } }, bearer)).status).toBe(200);
    expect(await shown()).toBeUndefined();
    expect((await post(`/admin/api/leads/${id}/replay`, {}, bearer)).status).toBe(200);
    expect(await shown()).toBe('emergency');
    expect((await store.find(id))?.steps.at(-1)).toMatchObject({
      step: 'journey',
      name: emergencyJourney,
      state: 'pending',
    });
  });

  it('is never sent to a browser', async () => {
    const { get } = await start();
    const response = await get('/config');
    const text = await response.text();
    expect(text).toContain('Is it urgent?');
    for (const secret of ['routes', 'emergency', emergencyJourney, emergencyAgent, 'website', ids.journey]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the emergency route of docs/forms.md', () => {
  it('sends urgent leads to another journey, and lets another agent call back', async () => {
    const { forms } = await configBlock('docs/forms.md', "name: 'emergency'");
    const { send, store } = await start({ forms });
    const urgent = await stored({ store }, await send({ urgent: 'yes', symptom: 'a tooth' }, { callback: true }));
    expect(urgent.plan).toMatchObject({ route: 'emergency', tags: ['website', 'emergency'] });
    expect(urgent.plan.journey?.id).toBe(emergencyJourney);
    const other = await stored({ store }, await send({ urgent: 'no', symptom: 'left over' }, { callback: true }));
    expect(other.plan).toEqual({ tags: ['website'], journey: { id: ids.journey, onExisting: 'keep' } });
    expect(other.record).not.toHaveProperty('symptom');
    const agents = (await store.listCalls({})).map(({ lead, agent }) => [lead, agent]);
    expect(new Map([...agents].map(([lead = '', agent = '']) => [lead, agent]))).toEqual(
      new Map([
        [urgent.id, emergencyAgent],
        [other.id, ids.agent],
      ]),
    );
    expect((await send({})).status).toBe(400);
  });
});

describe('the configuration of conditions and routes', () => {
  it.each<[title: string, changes: object, issue: string]>([
    [
      'an unknown field',
      { routes: [{ when: { urgnt: 'yes' }, tags: ['a'] }] },
      '`forms.default.routes.0.when.urgnt` is not a field of this form; its fields are urgent, symptom, insured, email, got "yes".',
    ],
    [
      'an unknown value',
      { routes: [form.routes[0], { when: { urgent: ['no', 'maybe'] }, tags: ['a'] }] },
      '`forms.default.routes.1.when.urgent` must be an option of `urgent`: "yes", "no"; "maybe" does not fit, got a list.',
    ],
    [
      'a phone',
      { routes: [{ when: { phone: '14155552671' }, tags: ['a'] }] },
      '`forms.default.routes.0.when.phone` is a phone number, which people write in many ways; name another field, got "14155552671".',
    ],
    [
      'no field at all',
      { routes: [{ when: {}, tags: ['a'] }] },
      '`forms.default.routes.0.when` must name at least one field and its value, got an object.',
    ],
    [
      'nothing to change',
      { routes: [{ when: { urgent: 'yes' } }] },
      '`forms.default.routes.0` must name what it changes: tags, journey or agent, got an object.',
    ],
    [
      'an agent without a call-back',
      { callback: undefined },
      `\`forms.default.routes.0.agent\` calls nobody, because the form offers no call-back; set \`callback\` of the form, or remove it, got "${emergencyAgent}".`,
    ],
    [
      'a name twice',
      { routes: [form.routes[0], { ...form.routes[1], name: 'emergency' }] },
      '`forms.default.routes.1.name` is already the name of an earlier route, got "emergency".',
    ],
    [
      'the Flow ID as a journey',
      { routes: [{ when: { urgent: 'yes' }, journey: { id: ids.flow } }] },
      `\`forms.default.routes.0.journey.id\` is the Flow ID (LEADCHAT_FLOW_ID); use the Journey ID, the UUID after /journey/ in the workspace address, got "${ids.flow}".`,
    ],
    [
      'an unknown key',
      { routes: [{ when: { urgent: 'yes' }, tag: ['a'] }] },
      '`forms.default.routes.0.tag` is not a key of the configuration. Did you mean `forms.default.routes.0.tags`?',
    ],
    [
      'no list',
      { routes: { when: { urgent: 'yes' } } },
      '`forms.default.routes` must be a list of routes, such as [{ when: { urgent: "yes" }, tags: ["urgent"] }], got an object.',
    ],
    [
      'a condition on an unknown field',
      { fields: [{ name: 'a', showIf: { field: 'b', is: 'x' } }], routes: [] },
      '`forms.default.fields.0.showIf.field` is not a field of this form; its fields are a, got "b".',
    ],
    [
      'a condition of the phone',
      { fields: [{ name: 'a' }, { name: 'phone', type: 'tel', showIf: { field: 'a', is: 'x' } }], routes: [] },
      '`forms.default.fields.1.showIf` cannot be set for `phone`, which every lead needs; remove it, got an object.',
    ],
  ])('with %s is refused, with key, value and remedy', (_title, changes, issue) => {
    expect(issuesOf({ forms: { default: { ...form, ...changes } } })).toContain(issue);
  });
});
