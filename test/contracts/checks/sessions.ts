import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import type { Service } from '../service.ts';
import { failed, sessionId, succeeded, text, uuid } from '../shapes.ts';

async function begin(service: Service, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const record = { phone: service.freshPhone(), ...fields };
  const session = succeeded(await service.initSession({ record, flow_id: service.flowId }));
  service.made(`session ${session.session} for ${record.phone}`);
  return session;
}

export const sessionChecks: Check[] = [
  {
    title: 'begins a session from a phone alone, and tells where to use it',
    rows: [
      '4.10 record.phone',
      '4.10 flow_id',
      '4.10 response',
      '2.5 flow_id',
      '2.5 session',
      '2.5 flow_port',
      '2.5 wss_test_url',
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
    title: 'begins a session with names and custom fields of any kind',
    rows: ['4.10 record.first_name', '4.10 record.last_name', '4.10 record.*'],
    async run(service) {
      const custom = { plan: 'pro', seats: 12, trial: true, page: { url: 'https://shop.example' }, visits: [1, 2] };
      await begin(service, { first_name: 'Contract', last_name: 'Check', ...custom });
    },
  },
  {
    title: 'begins another session each time',
    rows: ['2.5 session'],
    async run(service) {
      assert.notEqual((await begin(service, {})).session, (await begin(service, {})).session);
    },
  },
  {
    title: 'refuses a session without a phone',
    rows: ['4.10 record.phone'],
    async run(service) {
      failed(await service.initSession({ record: { first_name: 'Contract' }, flow_id: service.flowId }));
      failed(await service.initSession({ flow_id: service.flowId }));
    },
  },
  {
    title: 'refuses a session without a flow',
    rows: ['4.10 flow_id'],
    async run(service) {
      failed(await service.initSession({ record: { phone: service.freshPhone() } }));
    },
  },
  {
    title: 'refuses a session for an unknown flow',
    rows: ['4.10 flow_id'],
    choice: { presumed: 'the answer for an unknown flow' },
    async run(service) {
      failed(await service.initSession({ record: { phone: service.freshPhone() }, flow_id: randomUUID() }));
    },
  },
  {
    title: 'begins a session without the API key',
    rows: ['4.10 response'],
    choice: 'keyForSessions',
    async run(service) {
      await begin(service, {});
      assert.equal(service.assumptions.keyForSessions, false, 'the key was sent, as configured');
    },
  },
];
