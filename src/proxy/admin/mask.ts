import { type AdminLead, fullName } from '../../protocol/admin/leads.ts';
import type { AdminOperator } from '../../protocol/admin/operator.ts';

/** A lead as viewers see it in lists: initials, and the last two digits of the phone. */
export function maskLead({
  lead,
  form,
  route,
  state,
  held,
  cause,
  isCallMissed,
  steps,
  acceptedAt,
  nextAt,
  endedAt,
  ...personal
}: AdminLead): AdminLead {
  const { first_name, last_name } = personal.record;
  return {
    ...{ lead, form, route, state, held, cause, isCallMissed, steps, acceptedAt, nextAt, endedAt },
    isMasked: true,
    phone: maskPhone(personal.phone),
    record: maskName({ first_name, last_name }),
  };
}

/** `+1 415 555 2671` as `…71`. */
export function maskPhone(phone: string): string {
  return phone === '' ? '' : `…${phone.slice(-2)}`;
}

/** Whether this operator sees whole leads only one by one. */
export function isMaskedFor({ role }: AdminOperator): boolean {
  return role === 'viewer';
}

/** First and last name as initials: `A.` and `L.` */
function maskName(record: { first_name?: unknown; last_name?: unknown }): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, initialOf(value)]] : [],
    ),
  );
}

/** The full name of a record, as initials for a viewer. */
export function shownName(record: Readonly<Record<string, unknown>>, isMasked: boolean): string {
  const { first_name, last_name } = record;
  return fullName(isMasked ? maskName({ first_name, last_name }) : record);
}

function initialOf(text: string): string {
  const [first] = new Intl.Segmenter().segment(text);
  return first === undefined ? '' : `${first.segment}.`;
}
