import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Check } from '../check.ts';
import type { Service, ServiceResponse } from '../service.ts';
import { digits, failed, list, object, succeeded, text, utc, uuid } from '../shapes.ts';

type CallFacts = Record<string, unknown>;

/** People may take a while to answer. */
const timeoutMs = 180_000;

async function place(service: Service, phone: string | undefined, more: CallFacts = {}): Promise<CallFacts> {
  const body = { agent: service.agentId, phone, request_data: { reason: 'contract check' }, ...more };
  const call = succeeded(await service.rest('POST', '/agent', { body }));
  service.recordCreated(`call ${uuid(call.call_id, 'call_id')} to ${phone}`);
  return call;
}

function details(service: Service, callId: string): Promise<ServiceResponse> {
  return service.rest('GET', '/calls/get', { query: { [service.assumptions.callDetailsParameter]: callId } });
}

async function recordsOf(service: Service, callId: string): Promise<CallFacts[]> {
  const response = await details(service, callId);
  assert.ok(response.status >= 200 && response.status < 300, `responded with ${response.status}`);
  return list(response.body).map((record) => object(record, 'the record'));
}

/** The records once the call is over. */
async function finalRecords(service: Service, callId: string): Promise<[CallFacts, ...CallFacts[]]> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const [original, ...legs] = await recordsOf(service, callId);
    const isOver = (record: CallFacts | undefined) => record !== undefined && typeof record.call_end === 'string';
    if (original !== undefined && [original, ...legs].every(isOver)) return [original, ...legs];
    assert.ok(Date.now() < end, `the call has not ended after ${timeoutMs} ms`);
    await wait(200);
  }
}

function checkRecord(record: CallFacts, service: Service, phone: string | undefined) {
  assert.equal(record.phone_to, phone);
  digits(record.phone_from, 'phone_from');
  assert.ok(utc(record.call_start, 'call_start') <= utc(record.call_end, 'call_end'));
  assert.notEqual(text(record.disposition, 'disposition'), '');
  assert.equal(record.agent, service.agentId);
  assert.equal(record.direction, 'out');
}

export const callChecks: Check[] = [
  {
    title: 'rings the phone with any context data, and returns the call',
    rows: [
      'Initiate Call: agent',
      'Initiate Call: phone',
      'Initiate Call: from',
      'Initiate Call: request_data',
      'Initiate Call: response',
    ],
    needs: 'calls',
    async run(service) {
      const request_data = { reason: 'contract check', nested: { list: [1, true, null, { deep: 'yes' }] } };
      const call = await place(service, service.phone, { request_data });
      assert.deepEqual([call.to, call.agent], [service.phone, service.agentId]);
      digits(call.from, 'from'); // chosen automatically, as none was sent
    },
  },
  {
    title: 'shows the records of a call that is over',
    rows: [
      'Get Call Details: response',
      'Call record: call_id',
      'Call record: phone_to',
      'Call record: phone_from',
      'Call record: call_start',
      'Call record: call_end',
    ],
    needs: 'calls',
    async run(service) {
      const call = await place(service, service.phone);
      const [record] = await finalRecords(service, uuid(call.call_id, 'call_id'));
      assert.deepEqual([record.call_id, record.phone_from], [call.call_id, call.from]);
      checkRecord(record, service, service.phone);
    },
  },
  {
    title: 'shows the outcome of a call, who answered, and the agent',
    rows: [
      'Call record: disposition',
      'Call record: answered_by',
      'Call record: agent',
      'Call record: direction',
      'Call record: transfer',
    ],
    choice: 'callDetailsParameter',
    needs: 'calls',
    async run(service) {
      const call = await place(service, service.phone);
      const [record] = await finalRecords(service, uuid(call.call_id, 'call_id'));
      checkRecord(record, service, service.phone);
      if (record.answered_by !== undefined) text(record.answered_by, 'answered_by');
      assert.ok(record.transfer === undefined || typeof record.transfer === 'boolean');
      return `${record.disposition}, answered by ${record.answered_by ?? 'nobody'}`;
    },
  },
  {
    title: 'names who answered in a record of an answered call',
    rows: ['Call record: answered_by'],
    choice: 'answeredByValues',
    needs: 'calls',
    async run(service) {
      const call = await place(service, service.phone);
      const [record] = await finalRecords(service, uuid(call.call_id, 'call_id'));
      const answeredBy = text(record.answered_by, 'answered_by');
      const { answeredByValues } = service.assumptions;
      assert.ok(answeredByValues.length === 0 || answeredByValues.includes(answeredBy), `answered by ${answeredBy}`);
      return `answered by ${answeredBy}`;
    },
  },
  {
    title: 'rings from the caller ID that is sent',
    rows: ['Initiate Call: from'],
    needs: 'calls',
    async run(service) {
      const { from } = await place(service, service.phone);
      assert.equal((await place(service, service.phone, { from })).from, from);
    },
  },
  {
    title: 'treats agent ids as case-sensitive',
    rows: ['Initiate Call: agent', 'Initiate Call: failure'],
    needs: 'calls',
    async run(service) {
      const agent = service.agentId ?? '';
      const otherCase = agent === agent.toUpperCase() ? agent.toLowerCase() : agent.toUpperCase();
      assert.notEqual(otherCase, agent, 'this agent has no letter in its id');
      failed(await service.rest('POST', '/agent', { body: { agent: otherCase, phone: service.phone } }));
    },
  },
  {
    title: 'responds to a call by an unknown agent with the error body',
    rows: ['Initiate Call: failure', 'Errors: status', 'Errors: message'],
    async run(service) {
      failed(await service.rest('POST', '/agent', { body: { agent: randomUUID(), phone: service.freshPhone() } }));
    },
  },
  {
    title: 'refuses a call without a phone, and one without an agent',
    rows: ['Initiate Call: agent', 'Initiate Call: phone'],
    choice: 'callNeedsAgentAndPhone',
    needs: 'calls',
    async run(service) {
      failed(await service.rest('POST', '/agent', { body: { agent: service.agentId } }));
      failed(await service.rest('POST', '/agent', { body: { phone: service.phone } }));
    },
  },
  {
    title: 'shows a call that has not ended without its end and its outcome',
    rows: ['Get Call Details: response'],
    choice: 'openCallRecord',
    needs: 'calls',
    async run(service) {
      const call = await place(service, service.phone);
      const [record] = await recordsOf(service, uuid(call.call_id, 'call_id'));
      assert.ok(record !== undefined, 'there is no record yet');
      assert.deepEqual([record.call_end ?? null, record.disposition ?? null], [null, null]);
      assert.equal(record.phone_to, service.phone);
    },
  },
  {
    title: 'shows the disposition of a failed call in capitals: CONGESTION',
    rows: ['Call record: disposition', 'Call record: answered_by'],
    needs: 'congestion',
    async run(service) {
      const call = await place(service, service.congestedPhone);
      const [record] = await finalRecords(service, uuid(call.call_id, 'call_id'));
      assert.equal(record.disposition, 'CONGESTION');
      assert.notEqual(record.answered_by, 'human');
    },
  },
  {
    title: 'shows a call that was transferred as the original and one record per leg',
    rows: [
      'Get Call Details: transfer',
      'Call record: call_id',
      'Call record: transfer',
      'Call record: is_transfer',
      'Call record: answered_by',
    ],
    needs: 'transfer',
    async run(service) {
      const call = await place(service, service.transferredPhone);
      const callId = uuid(call.call_id, 'call_id');
      const [original, ...legs] = await finalRecords(service, callId);
      assert.deepEqual([original.call_id, original.transfer], [callId, true]);
      assert.notEqual(legs.length, 0, 'there is no record of a leg');
      for (const [index, leg] of legs.entries()) {
        assert.deepEqual([leg.call_id, leg.is_transfer], [`${callId}:${index + 1}`, true]);
        assert.equal('answered_by' in leg, false);
      }
    },
  },
  {
    title: 'responds with 404 to an agent, a journey and a call that do not exist',
    rows: ['Initiate Call: failure', 'Send to Workflow: failure', 'Get Call Details: response'],
    choice: 'targetNotFoundStatuses',
    async run(service) {
      const { leadId } = await service.newLead();
      const statuses = [
        await service.rest('POST', '/agent', { body: { agent: randomUUID(), phone: service.freshPhone() } }),
        await service.rest('POST', '/lead/sendtoworkflow', { body: { workflow_id: randomUUID(), lead_id: leadId } }),
        await details(service, randomUUID()),
      ].map(({ status }) => status);
      const { targetNotFoundStatuses } = service.assumptions;
      assert.ok(
        statuses.every((status) => targetNotFoundStatuses.includes(status)),
        `responded with ${statuses.join(', ')}`,
      );
    },
  },
  {
    title: 'responds to a look-up of an unknown call with the error body',
    rows: ['Get Call Details: response'],
    choice: { presumed: 'the response for an unknown call' },
    async run(service) {
      failed(await details(service, randomUUID()));
    },
  },
];
