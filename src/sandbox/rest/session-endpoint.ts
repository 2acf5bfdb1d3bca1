import { initSessionRequest } from '../../protocol/service/webchat.ts';
import type { Conversations } from '../chat/conversations.ts';
import type { KnownIds } from '../known-ids.ts';
import { normalizePhone, phoneRule } from '../leads/record.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { failure } from './response.ts';

type SessionEndpointDeps = {
  conversations: Conversations;
  ids: KnownIds;
  address: () => { host: string; port: number };
  /** Flow of every session; undefined means the requested one. */
  flowId: string | undefined;
};

/**
 * Webchat session initialization, at {hooks_url} and without a key (`assumptions.keyForSessions`). Stores the lead's
 * data in the conversation, but creates no lead, because the API does not mention one.
 */
export function sessionEndpoint({ conversations, ids, address, flowId }: SessionEndpointDeps): Endpoint {
  return endpoint(['POST', '/webchat/session'], 'body', initSessionRequest, ({ record, flow_id }) => {
    const phone = normalizePhone(record.phone);
    if (phone === undefined) return failure(400, `record.phone must be ${phoneRule}.`);
    if (!ids.flows.has(flow_id)) return failure(404, 'The flow was not found.');
    const flow = flowId ?? flow_id;
    const { sessionId } = conversations.start(flow, { ...record, phone });
    const { host, port } = address();
    return { status: 200, body: { flow_id: flow, session: sessionId, flow_port: port, wss_test_url: host } };
  });
}
