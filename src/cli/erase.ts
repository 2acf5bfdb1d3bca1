import { type ErasePhoneResult, erasePhone } from '../proxy/index.ts';
import { phoneCommand } from './phone-command.ts';

export const runErase = phoneCommand({
  name: 'erase',
  description: `Deletes every lead of a phone number from the proxy's store, with its calls, enrolments, webhooks, ratings and notes. The
proxy may keep running.

The store keeps a number on the block list, as a hash; the list of what operators have done, which names no person; and the
sums of the funnel's counters, without identifiers. The service keeps its own data: its API cannot delete a lead.`,
  run: erasePhone,
  describe: describeErasure,
});

/** Says what was deleted, and what is left. */
export function describeErasure({
  erased,
  unidentified,
  isBlocked,
  isInLog,
}: Extract<ErasePhoneResult, { ok: true }>): string {
  const lines = [erased === 1 ? 'Erased 1 lead.' : `Erased ${erased} leads.`];
  if (unidentified !== undefined) {
    const { leads, deletedBy } = unidentified;
    lines.push(
      `${leads} ${leads === 1 ? 'lead' : 'leads'} without personal data cannot be matched with any phone: only ids and states are left, until ${deletedBy} at the latest.`,
    );
  }
  if (erased > 0) {
    lines.push(
      'The counters of the funnel keep that there were such leads: sums by quarter of an hour, form, page and variant, without identifiers, for 400 days.',
    );
  }
  if (isBlocked === true) {
    lines.push('The number stays on the block list, as a hash: nobody calls it. leadchat unblock --phone removes it.');
  }
  if (isInLog === true) {
    lines.push(
      'Another process is reading the database, so what was erased is still in its write-ahead log. A running proxy empties it afterwards.',
    );
  }
  return lines.join('\n');
}
