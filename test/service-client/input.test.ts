import { describe, expect, it } from 'vitest';
import { createServiceClient, isServiceError, type ServiceClient } from '../../src/service-client/index.ts';
import { failureOf } from './failure-of.ts';

const leadId = '11111111-1111-4111-8111-111111111111';
const journey = 'a1000000-0000-4000-8000-000000000001';
const flow = 'f1000000-0000-4000-8000-000000000001';
const record = { phone: '14155552671' };

const sent: string[] = [];
const client = createServiceClient({
  baseUrl: 'https://service.example/v1',
  hooksUrl: 'https://hooks.example',
  apiKey: 'secret',
  fetch: (url) => {
    sent.push(url);
    return Promise.resolve(Response.json({}));
  },
});

/** Calls without types, as plain JavaScript does. */
function untyped(method: keyof ServiceClient, input: unknown): Promise<unknown> {
  return Reflect.apply(client[method], client, [input]);
}

const circular: Record<string, unknown> = {};
circular.self = circular;

describe('input that the service API does not take', () => {
  const cases: [string, keyof ServiceClient, unknown][] = [
    ['a call without an agent', 'initiateCall', { phone: '14155552671' }],
    ['a call without a phone', 'initiateCall', { agent: journey }],
    ['a call with an agent that is no UUID', 'initiateCall', { agent: 'sales', phone: '14155552671' }],
    ['context data that is no object', 'initiateCall', { agent: journey, ...record, request_data: 'text' }],
    ['context data that JSON cannot hold', 'initiateCall', { agent: journey, ...record, request_data: circular }],
    ['a lead without a record', 'createLead', { phone: '14155552671' }],
    ['a lead with an e-mail that is none', 'createLead', { record: { ...record, email: 'ada' } }],
    ['an update without lead_id', 'updateLead', { email: 'ada@example.com' }],
    ['a look-up by nothing', 'getLead', {}],
    ['a look-up by phone and lead_id', 'getLead', { phone: '14155552671', lead_id: leadId }],
    ['a look-up by a phone that is not digits', 'getLead', { phone: '+1 415 555 2671' }],
    ['an empty tag', 'addTag', { lead_id: leadId, tag: '' }],
    ['a tag without a lead', 'removeTag', { tag: 'a' }],
    ['an enrolment with record and lead_id', 'sendToWorkflow', { workflow_id: journey, record, lead_id: leadId }],
    ['an enrolment with neither', 'sendToWorkflow', { workflow_id: journey }],
    ['an enrolment without a journey', 'sendToWorkflow', { lead_id: leadId }],
    ['a saving enrolment without record', 'updateAndSendToWorkflow', { workflow_id: journey, lead_id: leadId }],
    [
      'a saving enrolment with neither phone nor lead_id',
      'updateAndSendToWorkflow',
      { workflow_id: journey, record: {} },
    ],
    ['a call id that is none', 'getCall', { call_id: '../lead/get' }],
    ['a session without a phone', 'initSession', { flow_id: flow, record: { first_name: 'Ada' } }],
    ['a session for a flow that is no UUID', 'initSession', { flow_id: 'null', record }],
    ['no input at all', 'createLead', undefined],
  ];

  it.each(cases)('is refused before anything is sent: %s', async (_, method, input) => {
    const error = await failureOf(untyped(method, input));
    expect(error).toMatchObject({ code: 'bad-request', sent: 'no', operation: method });
    expect(error.status).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('is reported by path, without its value', async () => {
    const error = await failureOf(untyped('createLead', { record: { ...record, email: 'ada.lovelace' } }));
    expect(error.issues).toEqual([{ path: 'record.email', message: 'Invalid email address' }]);
    expect(error.message).toContain('record.email: Invalid email address');
    expect(error.message).not.toContain('lovelace');
  });

  it('is reported with what is expected instead', async () => {
    const messageOf = async (method: keyof ServiceClient, input: unknown) =>
      (await failureOf(untyped(method, input))).message;
    expect(await messageOf('createLead', { record: 'Ada' })).toContain(
      'record: Invalid input: expected object, received string',
    );
    expect(await messageOf('addTag', { lead_id: 'Ada', tag: 'vip' })).toContain('lead_id: must be a UUID, such as a1');
    expect(await messageOf('getLead', {})).toContain('send either phone or lead_id');
  });
});

describe('options that cannot be used', () => {
  const usable = { baseUrl: 'https://service.example/v1', hooksUrl: 'https://hooks.example', apiKey: 'secret' };

  it.each([
    ['an address without a scheme', { baseUrl: 'service.example/v1' }, '`baseUrl` must be an absolute http or https'],
    ['another scheme', { hooksUrl: 'wss://hooks.example' }, '`hooksUrl` must be an absolute http or https address'],
    ['a query', { baseUrl: 'https://service.example/v1?x=1' }, 'got "https://service.example/v1?x=1"'],
    [
      'a password',
      { baseUrl: 'https://me:pass@service.example' },
      '`baseUrl` must not contain a user name or password',
    ],
    ['no key', { apiKey: '' }, '`apiKey` must be a text of visible ASCII characters'],
    ['a time limit of nothing', { timeoutMs: 0 }, '`timeoutMs` must be a number of milliseconds above 0, got 0'],
    ['a time limit without end', { timeoutMs: Number.POSITIVE_INFINITY }, 'got Infinity'],
    [
      'an assumption of the wrong kind',
      { assumptions: { nationalNumberLength: 0 } },
      'assumptions.nationalNumberLength',
    ],
  ])('are named at once: %s', (_, wrong, message) => {
    let thrown: unknown;
    try {
      createServiceClient({ ...usable, ...wrong });
    } catch (error) {
      thrown = error;
    }
    if (!isServiceError(thrown)) throw new Error('no ServiceError was thrown', { cause: thrown });
    expect(thrown.code).toBe('bad-options');
    expect(thrown.message).toContain(message);
    expect(thrown.message).not.toContain('pass@');
  });
});
