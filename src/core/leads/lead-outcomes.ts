import type { Issue } from '../../protocol/index.ts';
import type { ConversationSignals } from '../conversation/conversation-signals.ts';
import type { LeadReference, LeadSession } from '../conversation/conversation-state.ts';
import type { Emitter } from '../conversation/emitter.ts';
import type { ChatEvents } from '../conversation/events.ts';
import type { Command } from '../conversation/tab-message.ts';
import type { LeadOutcome, SettledLead } from './lead-gateway.ts';
import type { LeadSignals } from './lead-signals.ts';
import { describeIssue } from './signed-visitor.ts';

export type LeadOutcomesDeps = {
  signals: LeadSignals & Pick<ConversationSignals, 'notice' | 'messages' | 'phase'>;
  emitter: Emitter<ChatEvents>;
  run(command: Command): void;
  requestCall(lead: LeadReference): void;
  /** Called when the proxy has ignored a part of the visitor's token. */
  onTokenProblem(message: string): void;
  /** Lets the visitor submit the form again. */
  resetForm(): void;
};

/** What follows the lead: `chat`, if not thanks, and the call that the visitor may have requested with it. */
export type FollowUp = { chat: boolean; wantsCall: boolean };

/** Continues the visit after a lead: with a chat, with thanks, or with the form again. */
export function createLeadOutcomes(deps: LeadOutcomesDeps) {
  const { signals, emitter, run } = deps;

  function onAccepted({ lead, issues = [] }: Extract<LeadOutcome, { status: 'accepted' }>): void {
    const id = lead?.id ?? null;
    reportIgnored(issues);
    signals.lead.value = { status: 'accepted', lead: id };
    emitter.emit('lead:accepted', { lead: id });
  }

  function onRefused({ code, message, issues }: Extract<LeadOutcome, { status: 'refused' }>): void {
    signals.lead.value = { status: 'refused', code, message, issues };
    emitter.emit('lead:failed', { code, message });
  }

  /** Reports the parts of an accepted lead that the proxy has ignored. */
  function reportIgnored(issues: readonly Issue[]): void {
    for (const issue of issues) {
      if (issue.path.startsWith('userToken')) deps.onTokenProblem(describeIssue(issue));
      else emitter.emit('error', { code: 'bad-attribute', message: describeIssue(issue) });
    }
  }

  function begin(session: LeadSession | null, lead: LeadReference | null): void {
    run({ name: 'begin', session: session?.id ?? null, target: session?.target ?? {}, ...toFields(lead) });
  }

  /** Adds the lead to the current chat. The lead's session is used only if the visitor has not written anything yet. */
  function addToChat(session: LeadSession | null, lead: LeadReference | null): void {
    const hasWritten = signals.messages.peek().some(({ from }) => from === 'visitor');
    if (session !== null && !hasWritten) begin(session, lead);
    else run({ name: 'lead', ...toFields(lead) });
  }

  /** Whether the visitor has skipped the form while the lead was sent, here or in another tab. */
  function isChatting(): boolean {
    return signals.phase.peek() === 'chatting';
  }

  function thank(lead: LeadReference | null): void {
    run({ name: 'thank', ...toFields(lead) });
  }

  /** Without a chat, only the form can show the visitor that the lead failed. */
  function askAgain(): void {
    deps.resetForm();
    run({ name: 'renew', asks: true });
  }

  return {
    askAgain,
    /** A lead of this page was sent for the first time. */
    onSubmitted(outcome: LeadOutcome, { chat, wantsCall }: FollowUp): void {
      switch (outcome.status) {
        case 'accepted':
          onAccepted(outcome);
          if (chat && outcome.session === null) signals.notice.value = 'anonymous-fallback';
          if (!chat) thank(outcome.lead);
          else if (isChatting()) addToChat(outcome.session, outcome.lead);
          else begin(outcome.session, outcome.lead);
          if (wantsCall && outcome.lead !== null) deps.requestCall(outcome.lead);
          return;
        case 'queued':
          signals.lead.value = outcome;
          if (wantsCall) signals.callback.value = { status: 'failed', code: 'unreachable' };
          emitter.emit('lead:queued', { kept: outcome.kept });
          if (!chat) thank(null);
          else if (!isChatting()) begin(null, null);
          return;
        case 'refused':
          onRefused(outcome);
          return;
        default:
          outcome satisfies never;
      }
    },
    /** A queued lead is settled. */
    onSettled(outcome: SettledLead): void {
      const isThanked = signals.phase.peek() === 'thanks';
      if (outcome.status === 'refused') {
        onRefused(outcome);
        if (isThanked) askAgain();
        return;
      }
      const { lead, session } = outcome;
      onAccepted(outcome);
      if (isThanked) {
        thank(lead);
        return;
      }
      addToChat(session, lead);
    },
  };
}

function toFields(lead: LeadReference | null): { lead: string | null; leadToken: string | null } {
  return { lead: lead?.id ?? null, leadToken: lead?.token ?? null };
}
