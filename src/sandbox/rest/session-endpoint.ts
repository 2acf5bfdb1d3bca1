import { initSessionRequest } from '../../protocol/index.ts';
import type { Conversations } from '../chat/conversations.ts';
import type { KnownIds } from '../known-ids.ts';
import { phoneRule, phoneToKeep } from '../leads/phone.ts';
import { failure } from './answer.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

type Parts = { conversations: Conversations; ids: KnownIds; address: () => { host: string; port: number } };

/**
 * Session initialization (webchat session initialization), at {hooks_url} and without a key (`assumptions.keyForSessions`). It carries the lead's
 * data into the conversation; that it makes a lead is not said, so it makes none.
 */
export function sessionEndpoint({ conversations, ids, address }: Parts): Endpoint {
  return endpoint(['POST', '/webchat/session'], 'body', initSessionRequest, ({ record, flow_id }) => {
    const phone = phoneToKeep(record.phone);
    if (phone === undefined) return failure(400, `record.phone must be ${phoneRule}.`);
    if (!ids.flows.has(flow_id)) return failure(404, 'The flow was not found.');
    const { sessionId } = conversations.begin(flow_id, { ...record, phone });
    const { host, port } = address();
    return { status: 200, body: { flow_id, session: sessionId, flow_port: port, wss_test_url: host } };
  });
}
