import type { Signal } from '@preact/signals';
import type { CallOutcome, EndCallRequest } from '../protocol/admin/calls.ts';
import type { AdminClient, ApiResult } from './admin-client.ts';
import type { Session } from './session.ts';

/** What an operator does with calls, numbers and webhooks. Each says in a notice what came of it. */
export type RecordActions = {
  /** Ends a call that the proxy learns no more about, or cancels a planned one. */
  endCall(call: string, outcome: CallOutcome): Promise<void>;
  endUnknownCalls(outcome: CallOutcome): Promise<void>;
  /** Calls the person of a lead, now or at a time, or moves a planned call. */
  planCall(target: CallTarget, at: string | undefined, confirm: boolean): Promise<CallPlanned>;
  /** Blocks a number, in any spelling. Resolves with false if the proxy refuses it. */
  blockNumber(phone: string, reason: string): Promise<boolean>;
  unblockNumber(block: string): Promise<void>;
  replayWebhook(webhook: string): Promise<void>;
  replayDeadWebhooks(): Promise<void>;
  dismissWebhook(webhook: string): Promise<void>;
  dismissDeadWebhooks(): Promise<void>;
  /** Dismisses the webhooks that wait for a receiver that is not configured. */
  dismissOrphanedWebhooks(): Promise<void>;
  /** Posts the webhooks that wait for their next attempt. */
  sendPendingWebhooks(): Promise<void>;
};

/** A lead whose person is called, or a call that is moved. */
export type CallTarget = { lead: string } | { call: string };

/** `outside-hours`: the operator can confirm it. */
export type CallPlanned = 'planned' | 'outside-hours' | 'refused';

export type RecordActionsDeps = {
  session: Session;
  operatorName: Signal<string>;
  /** Loads what has changed. */
  reload(): Promise<void>;
};

export function createRecordActions({ session, operatorName, reload }: RecordActionsDeps): RecordActions {
  const tryTo = async <Value>(
    request: (client: AdminClient) => Promise<ApiResult<Value>>,
    describe: (value: Value) => string,
  ): Promise<boolean> => {
    session.notice.value = '';
    const value = await session.request(request);
    if (value === undefined) return false;
    session.notice.value = describe(value);
    await reload();
    return true;
  };
  const act = async <Value>(...action: Parameters<typeof tryTo<Value>>) => void (await tryTo(...action));
  const dismissed = ({ changed }: { changed: number }) => `${count(changed, 'message')} dismissed.`;

  return {
    endCall: (call, outcome) =>
      act(
        (client) => client.endCall(call, { outcome, by: operatorName.peek() }),
        ({ state }) => (state === 'completed' ? 'The call counts as completed.' : 'The call counts as cancelled.'),
      ),
    endUnknownCalls: (outcome) =>
      act(
        (client) => endAll(client, { outcome, by: operatorName.peek() }),
        (ended) => `${count(ended, 'call')} ended.`,
      ),
    async planCall(target, at, confirm) {
      session.notice.value = '';
      let isOutsideHours = false;
      const by = operatorName.peek();
      const call = await session.request(async (client) => {
        const result = await ('lead' in target
          ? client.planCall({ ...target, ...(at !== undefined && { at }), confirm, by })
          : client.moveCall(target.call, { at: at ?? '', confirm, by }));
        isOutsideHours = !result.ok && result.code === 'outside-hours';
        return result;
      });
      if (isOutsideHours) {
        session.notice.value = '';
        return 'outside-hours';
      }
      if (call === undefined) return 'refused';
      session.notice.value = at === undefined ? 'The call is being placed.' : 'The call is planned.';
      await reload();
      return 'planned';
    },
    blockNumber: (phone, reason) =>
      tryTo(
        (client) => client.blockNumber(phone, { reason, by: operatorName.peek() }),
        () => 'Blocked: nobody calls this number any more.',
      ),
    unblockNumber: (block) =>
      act(
        (client) => client.unblockNumber(block),
        () => 'Unblocked: this number can be called again.',
      ),
    replayWebhook: (webhook) =>
      act(
        (client) => client.replayWebhook(webhook),
        () => 'The message is being sent again.',
      ),
    replayDeadWebhooks: () =>
      act(
        (client) => client.replayDeadWebhooks(),
        ({ changed }) => `${areBeing(changed)} sent again.`,
      ),
    dismissWebhook: (webhook) =>
      act(
        (client) => client.dismissWebhook(webhook),
        () => 'The message is dismissed.',
      ),
    dismissDeadWebhooks: () => act((client) => client.dismissDeadWebhooks(), dismissed),
    dismissOrphanedWebhooks: () => act((client) => client.dismissOrphanedWebhooks(), dismissed),
    sendPendingWebhooks: () =>
      act(
        (client) => client.sendPendingWebhooks(),
        ({ changed }) =>
          changed === 0
            ? 'No message waits for another attempt: those that wait are being sent already.'
            : `${areBeing(changed)} sent now.`,
      ),
  };
}

/** Ends the unknown calls, batch after batch, and returns how many. */
async function endAll(client: AdminClient, request: EndCallRequest): Promise<ApiResult<number>> {
  let ended = 0;
  let before: string | undefined;
  do {
    const result = await client.endUnknownCalls({ ...request, ...(before !== undefined && { before }) });
    if (!result.ok) return result;
    ended += result.value.changed;
    before = result.value.next;
  } while (before !== undefined);
  return { ok: true, value: ended };
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

function areBeing(number: number): string {
  return `${count(number, 'message')} ${number === 1 ? 'is' : 'are'} being`;
}
