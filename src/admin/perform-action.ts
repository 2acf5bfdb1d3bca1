import type { CloseRequest } from '../protocol/admin/leads.ts';
import type { LeadButton } from './action-notices.ts';
import type { AdminClient, ApiResult } from './admin-client.ts';

/** Requests what an operator does with one lead. `words`: the reason and the operator's name, for closing it. */
export function performAction(
  client: AdminClient,
  action: LeadButton,
  lead: string,
  words: CloseRequest,
): Promise<ApiResult<unknown>> {
  switch (action) {
    case 'replay':
      return client.replay(lead);
    case 'release':
      return client.release(lead);
    case 'release-with-call':
      return client.release(lead, 'now');
    case 'release-without-call':
      return client.release(lead, 'none');
    case 'close':
      return client.close(lead, words);
    case 'erase':
      return client.erase(lead);
    case 'resolve-done':
      return client.resolve(lead, 'done');
    case 'resolve-skipped':
      return client.resolve(lead, 'skipped');
    default:
      return action satisfies never;
  }
}
