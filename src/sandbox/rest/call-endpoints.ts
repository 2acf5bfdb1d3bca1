import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../clock.ts';
import { initiateCallRequest } from '../../protocol/service/call.ts';
import { recordsOf } from '../calls/simulated-call.ts';
import type { KnownIds } from '../known-ids.ts';
import { isPhone, phoneRule } from '../leads/record.ts';
import type { CallStore } from '../store/call-store.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { failure } from './response.ts';

type CallEndpointDeps = { calls: CallStore; ids: KnownIds; clock: Clock; callStepMs: number };

/** The only number of every agent's phone group: the caller ID when `from` is omitted. */
const phoneGroupNumber = '14155550100';

/** Initiate Call and Get Call Details. Calls are simulated: nobody is called. */
export function callEndpoints({ calls, ids, clock, callStepMs }: CallEndpointDeps): Endpoint[] {
  return [
    endpoint(['POST', '/agent'], 'body', initiateCallRequest, ({ agent, phone, from, request_data = {} }) => {
      if (!isPhone(phone)) return failure(400, `phone must be ${phoneRule}.`);
      if (from !== undefined && !isPhone(from)) return failure(400, `from must be ${phoneRule}.`);
      if (!ids.agents.has(agent)) return failure(404, 'The agent was not found. Agent ids are case-sensitive.');
      const callId = randomUUID();
      const call = { callId, agent, to: phone, from: from ?? phoneGroupNumber };
      calls.add({ ...call, requestData: request_data, placedAt: clock.now() });
      return { status: 200, body: { call_id: callId, to: call.to, from: call.from, agent } };
    }),

    endpoint(['GET', '/calls/get'], 'query', z.object({ call_id: z.string() }), ({ call_id }) => {
      const call = calls.byId(call_id);
      if (call === undefined) return failure(404, 'The call was not found.');
      return { status: 200, body: recordsOf(call, clock.now(), callStepMs) };
    }),
  ];
}
