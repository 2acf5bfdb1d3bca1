import type { Clock } from '../../clock.ts';
import { type PlacedCall, recordsOf, stateOf } from '../calls/simulated-call.ts';
import type { Conversations } from '../chat/conversations.ts';
import { asLead } from '../leads/lead-views.ts';
import type { StoredSession } from '../store/conversation-store.ts';
import type { Store } from '../store/store.ts';

export type StateDeps = {
  store: Store;
  conversations: Conversations;
  clock: Clock;
  callStepMs: number;
  /** Number of open sockets in a conversation. */
  socketCount: (sessionId: string) => number;
};

/** All data of the sandbox, for `GET /sandbox/state`. */
export function describeState(deps: StateDeps) {
  const { store, conversations } = deps;
  return {
    leads: store.leads.all().map((lead) => ({ ...asLead(lead), timezone: lead.timezone })),
    enrolments: store.enrolments.all().map(({ leadId, workflowId, record, at }) => {
      return { lead_id: leadId, workflow_id: workflowId, record, at };
    }),
    calls: store.calls.all().map((call) => describeCall(call, deps)),
    conversations: conversations.all().map((session) => describeConversation(session, deps)),
  };
}

function describeCall(call: PlacedCall, { clock, callStepMs }: StateDeps) {
  const [original, ...legs] = recordsOf(call, clock.now(), callStepMs);
  return {
    call_id: call.callId,
    /** Nobody was called. */
    simulated: true,
    state: original === undefined ? 'ringing' : stateOf(original),
    to: call.to,
    from: call.from,
    agent: call.agent,
    request_data: call.requestData,
    at: new Date(call.placedAt).toISOString(),
    records: original === undefined ? [] : [original, ...legs],
  };
}

function describeConversation(session: StoredSession, { conversations, socketCount }: StateDeps) {
  return {
    session_id: session.sessionId,
    flow_id: session.flowId,
    lead_id: conversations.leadOf(session)?.leadId ?? null,
    /** Record of session initialization. */
    record: session.record,
    messages: conversations.messages(session.sessionId),
    connections: socketCount(session.sessionId),
  };
}
