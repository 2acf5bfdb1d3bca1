import type { Issue } from '../../protocol/issue.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import type { ChatContext } from '../effects/chat-context.ts';
import type { StorageArea } from '../effects/json-storage.ts';
import { leavesToOthers, visitArea } from '../effects/storage-areas.ts';
import { type ChatState, mayHaveStored, mayStore } from '../state/chat-state.ts';
import type { LeadReference } from '../state/conversation.ts';
import type { FormLeadAccepted, QueuedLeadAccepted } from '../state/event.ts';
import { askedConsent, type OutdatedLead } from '../state/lead.ts';
import type { ConsentOutcome, LeadGateway, LeadOutcome, SettledLead } from './lead-gateway.ts';
import { describeIssue } from './signed-visitor.ts';

/** The visitor's answer to a consent that has changed. `locale`: the language of the text. */
export type ConsentAnswer = { granted: boolean; locale?: string };

/** Sends leads through the gateway, and reports what comes of them to the state. */
export function createLeadRequests(
  context: ChatContext,
  gateway: LeadGateway,
  requestCall: (lead: LeadReference) => void,
) {
  const { store, options, visitorSignal, emit, start } = context;
  const { state, dispatch } = store;

  /** A queued lead of this page or of an earlier one is settled, or needs the visitor. */
  function onSettled(outcome: SettledLead | ConsentOutcome): void {
    switch (outcome.status) {
      case 'accepted':
        accept(outcome, { origin: 'queue', hasQueuedLead: gateway.hasQueued() });
        return;
      case 'refused':
        dispatch({ ...toRefusal(outcome), type: 'lead-refused' });
        return;
      case 'consent-changed':
        dispatch({ type: 'consent-outdated', lead: { key: outcome.key, form: outcome.form } });
    }
  }

  function accept(
    { lead, session, issues = [] }: Extract<LeadOutcome, { status: 'accepted' }>,
    from:
      | Pick<FormLeadAccepted, 'origin' | 'chat' | 'isFromChat'>
      | Pick<QueuedLeadAccepted, 'origin' | 'hasQueuedLead'>,
  ): void {
    for (const issue of issues) reportIgnored(issue);
    dispatch({ type: 'lead-accepted', lead, session, ...from });
  }

  /** Reports a part of an accepted lead that the proxy has ignored. */
  function reportIgnored(issue: Issue): void {
    const code = issue.path.startsWith('userToken') ? 'bad-user-token' : 'bad-attribute';
    emit('error', { code, message: describeIssue(issue) });
  }

  /** Asks the visitor to agree to the current text. Without the text this is impossible, and the next page tries again. */
  async function askForConsent({ key, form }: OutdatedLead): Promise<void> {
    const signal = visitorSignal();
    const consent = await gateway.loadConsent(form);
    if (signal.aborted || state.peek().outdatedLeads[0]?.key !== key) return;
    if (consent === null) answerConsent(key, undefined);
    else if (consent !== 'unreachable') dispatch({ type: 'consent-loaded', key, consent });
  }

  function answerConsent(key: string, consent: LeadRequest['consent']): void {
    dispatch({ type: 'consent-answered', key, kept: gateway.resend(key, consent) ?? null });
  }

  /** Where no lead may stay. After a denial also those of earlier pages, which nobody has read before the visitor's first answer. */
  function areaToLeave(before: ChatState, { storageConsent }: ChatState): StorageArea | null {
    return mayHaveStored(before) || storageConsent === 'denied' ? visitArea(context.storages, before.storage) : null;
  }

  /** Where leads stay although this page stores elsewhere. With it they would end with the tab. Undefined: where they stay already. */
  function areaOfOthers(before: ChatState, { storageConsent }: ChatState): StorageArea | null | undefined {
    if (storageConsent !== 'granted') return null;
    if (!mayHaveStored(before) || before.storage !== 'local') return undefined;
    return leavesToOthers(before) ? context.storages.local : null;
  }

  /** A lead that is not queued here waits in another tab, which does the same. One of an earlier page is sent. */
  function moveQueued(before: ChatState, after: ChatState): void {
    const moved = gateway.moveFrom(areaToLeave(before, after), areaOfOthers(before, after));
    const kept = moved ?? (mayStore(after) ? 'storage' : 'memory');
    // What comes of the lead belongs to a conversation. While it still waits, the start knows of it.
    if (gateway.hasQueued()) start();
    dispatch({ type: 'queued-lead-moved', kept });
    gateway.flush();
  }

  if (state.peek().storageConsent === 'denied') gateway.moveFrom(areaToLeave(state.peek(), state.peek()));
  const stopListening = gateway.onSettled(onSettled);
  const unsubscribe = store.subscribe(({ before, after, event, isOwn }) => {
    if (event.type === 'started' || event.type === 'page-returned') gateway.flush();
    // A tab that was frozen hears of it late: what the next person has left meanwhile waits in the storage of all tabs.
    if (event.type === 'forgotten') gateway.forget(isOwn ? undefined : event.stamp?.at);
    const isMoved = after.storage !== before.storage || after.storageConsent !== before.storageConsent;
    if (isMoved) moveQueued(before, after);
    const [outdated] = after.outdatedLeads;
    if (outdated !== undefined && outdated.key !== before.outdatedLeads[0]?.key) void askForConsent(outdated);
  });

  return {
    async submit(request: LeadRequest): Promise<LeadOutcome> {
      start();
      // The call is requested after the lead is accepted. A queued lead would place the call when nobody expects it.
      const { callback: wantsCall = false, ...lead } = request;
      dispatch({ type: 'lead-submitted', form: request.form, wantsCall });
      // A lead that is left in a running conversation belongs to it, so it needs no session of its own.
      const isChatting = state.peek().conversation.phase === 'chatting';
      const chat = isChatting || options.afterLead() === 'chat';
      const signal = visitorSignal();
      const outcome = await gateway.submit({ ...lead, chat: chat && !isChatting });
      // The outcome must not affect the next person's chat.
      if (signal.aborted) return outcome;
      switch (outcome.status) {
        case 'accepted':
          accept(outcome, { origin: 'form', chat, isFromChat: isChatting });
          if (wantsCall && outcome.lead !== null) requestCall(outcome.lead);
          break;
        case 'queued':
          dispatch({ type: 'lead-queued', kept: outcome.kept, chat });
          if (wantsCall) dispatch({ type: 'call-failed', code: 'unreachable' });
          break;
        case 'refused':
          dispatch({ ...toRefusal(outcome), type: 'form-refused' });
      }
      return outcome;
    },
    /** Sends a queued lead with the visitor's answer about the current consent. A required consent must be granted. */
    resend({ granted, locale }: ConsentAnswer): void {
      const asked = askedConsent(state.peek().outdatedLeads);
      if (asked === undefined || (asked.consent.required && !granted)) return;
      const { version } = asked.consent;
      answerConsent(asked.key, { granted, version, ...(locale !== undefined && { locale }) });
    },
    /** Removes a queued lead because the visitor does not agree to the current consent. */
    drop(): void {
      const asked = askedConsent(state.peek().outdatedLeads);
      if (asked === undefined) return;
      gateway.drop(asked.key);
      dispatch({ type: 'lead-dropped', key: asked.key });
    },
    dispose(): void {
      unsubscribe();
      stopListening();
      gateway.destroy();
    },
  };
}

function toRefusal({ code, message, issues }: Extract<LeadOutcome, { status: 'refused' }>) {
  return { code, message, issues };
}
