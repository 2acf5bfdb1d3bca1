import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import type { Service } from '../service.ts';
import { failed, sessionId, succeeded, text, uuid } from '../shapes.ts';

async function begin(service: Service, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const record = { phone: service.freshPhone(), ...fields };
  const session = succeeded(await service.initSession({ record, flow_id: service.flowId }));
  service.recordCreated(`session ${session.session} for ${record.phone}`);
  return session;
}

export const sessionChecks: Check[] = [
  {
    title: 'creates a session from a phone alone, and returns where to use it',
    rows: [
      'Webchat session initialization: record.phone',
      'Webchat session initialization: flow_id',
      'Webchat session initialization: response',
      'Webchat session: flow_id',
      'Webchat session: session',
      'Webchat session: flow_port',
      'Webchat session: wss_test_url',
    ],
    async run(service) {
      const session = await begin(service, {});
      uuid(session.flow_id, 'flow_id');
      sessionId(session.session, 'session');
      assert.ok(Number.isInteger(session.flow_port), `flow_port is no integer: ${session.flow_port}`);
      assert.match(text(session.wss_test_url, 'wss_test_url'), /^[^/\s]+$/, 'wss_test_url is no host name');
    },
  },
  {
    title: 'creates a session with names and custom fields of any kind',
    rows: [
      'Webchat session initialization: record.first_name',
      'Webchat session initialization: record.last_name',
      'Webchat session initialization: record.*',
    ],
    async run(service) {
      const custom = { plan: 'pro', seats: 12, trial: true, page: { url: 'https://shop.example' }, visits: [1, 2] };
      await begin(service, { first_name: 'Contract', last_name: 'Check', ...custom });
    },
  },
  {
    title: 'creates a new session each time',
    rows: ['Webchat session: session'],
    async run(service) {
      assert.notEqual((await begin(service, {})).session, (await begin(service, {})).session);
    },
  },
  {
    title: 'refuses a session without a phone',
    rows: ['Webchat session initialization: record.phone'],
    async run(service) {
      failed(await service.initSession({ record: { first_name: 'Contract' }, flow_id: service.flowId }));
      failed(await service.initSession({ flow_id: service.flowId }));
    },
  },
  {
    title: 'refuses a session without a flow',
    rows: ['Webchat session initialization: flow_id'],
    async run(service) {
      failed(await service.initSession({ record: { phone: service.freshPhone() } }));
    },
  },
  {
    title: 'refuses a session for an unknown flow',
    rows: ['Webchat session initialization: flow_id'],
    choice: { presumed: 'the response for an unknown flow' },
    async run(service) {
      failed(await service.initSession({ record: { phone: service.freshPhone() }, flow_id: randomUUID() }));
    },
  },
  {
    title: 'creates a session without the API key',
    rows: ['Webchat session initialization: response'],
    choice: 'keyForSessions',
    async run(service) {
      await begin(service, {});
      assert.equal(service.assumptions.keyForSessions, false, 'the key was sent, as configured');
    },
  },
];
