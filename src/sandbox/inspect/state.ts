import type { Clock } from '../../clock.ts';
import { recordsOf, stateOf } from '../calls/course.ts';
import type { Conversations } from '../chat/conversations.ts';
import { leadOnFile } from '../leads/lead-view.ts';
import type { PlacedCall } from '../store/call-store.ts';
import type { StoredSession } from '../store/conversation-store.ts';
import type { Store } from '../store/store.ts';
import { timestampOf } from '../timestamp.ts';

export type StateDeps = {
  store: Store;
  conversations: Conversations;
  clock: Clock;
  callStepMs: number;
  /** Sockets that are open in a conversation. */
  connections: (sessionId: string) => number;
};

/** Everything that the sandbox keeps, for `GET /sandbox/state`. */
export function describeState(parts: StateDeps) {
  const { store, conversations } = parts;
  return {
    leads: store.leads.all().map((lead) => ({ ...leadOnFile(lead), timezone: lead.timezone })),
    enrolments: store.enrolments.all().map(({ leadId, workflowId, record, at }) => {
      return { lead_id: leadId, workflow_id: workflowId, record, at };
    }),
    calls: store.calls.all().map((call) => describeCall(call, parts)),
    conversations: conversations.all().map((session) => describeConversation(session, parts)),
  };
}

function describeCall(call: PlacedCall, { clock, callStepMs }: StateDeps) {
  const [original, ...legs] = recordsOf(call, clock.now(), callStepMs);
  return {
    call_id: call.callId,
    /** Nobody was rung. */
    simulated: true,
    state: original === undefined ? 'ringing' : stateOf(original),
    to: call.to,
    from: call.from,
    agent: call.agent,
    request_data: call.requestData,
    at: timestampOf(call.placedAt),
    records: original === undefined ? [] : [original, ...legs],
  };
}

function describeConversation(session: StoredSession, { conversations, connections }: StateDeps) {
  return {
    session_id: session.sessionId,
    flow_id: session.flowId,
    lead_id: conversations.leadOf(session)?.leadId ?? null,
    /** What session initialization said (webchat session initialization). */
    record: session.record,
    messages: conversations.messages(session.sessionId),
    connections: connections(session.sessionId),
  };
}
