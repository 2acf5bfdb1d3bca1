import { fullName } from '../../../protocol/admin/leads.ts';
import { shortenText } from '../../../protocol/cut-text.ts';
import { labelFromName } from '../../../protocol/field-label.ts';
import { callStateNames, callStates } from '../../../protocol/proxy/call-state.ts';
import { type WebhookEvent, webhookTypeNames } from '../../../protocol/proxy/webhook.ts';
import { formatCallReason, formatCause } from '../../../protocol/reason-words.ts';
import { ratingCommentName } from '../../../protocol/reserved-names.ts';
import { isExperimentField, proxyFields } from '../../record-fields.ts';

/** What a message to people says about an event. */
export type Summary = { title: string; lines: { label: string; value: string }[] };

const maxValueLength = 300;
const maxLines = 30;

/** What a message says otherwise, or means nothing to its reader. */
const technical = new Set([...proxyFields, 'first_name', 'last_name']);

/** Describes an event for people: who it is, what they have answered, and where they come from. Times are those of `timeZone`. */
export function summarize({ type, data }: WebhookEvent, timeZone: string): Summary {
  const { fields, phone, page, form, tags, route } = data;
  const name = fullName(fields);
  const answers = Object.entries(fields).filter(([key]) => !technical.has(key) && !isExperimentField(key));
  const campaign = ['utm_source', 'utm_medium', 'utm_campaign'].flatMap((key) => textOf(fields[key]));
  const lines: [label: string, value: string | undefined][] = [
    ['Phone', phone === '' ? 'deleted' : `+${phone}`],
    ...answers.map(([key, value]): [string, string | undefined] => [labelFromName(key), textOf(value)[0]]),
    ...('call' in data
      ? [
          ['Planned for', data.at && readableTime(data.at, timeZone)] as const,
          ['Reason', data.reason && formatCallReason(data.reason)] as const,
        ]
      : []),
    ...('rating' in data
      ? [['Rating', `${data.rating} of 5`] as const, ['Comment', textOf(fields[ratingCommentName])[0]] as const]
      : []),
    ...('cause' in data ? [['Reason', data.cause && formatCause(data.cause)] as const] : []),
    ...('held' in data ? [['Reason', data.held && formatCause(data.held)] as const] : []),
    ['Page', page],
    ['Campaign', campaign.join(' / ')],
    ['Route', route],
    ['Tags', tags.join(', ')],
    ['Form', form === 'default' ? undefined : form],
  ].map(([label, value]) => [String(label), value]);
  return {
    title: name === '' ? titleOf(type, data.state) : `${titleOf(type, data.state)}: ${shorten(name)}`,
    lines: lines.flatMap(([label, value]) => (value ? [{ label, value: shorten(value) }] : [])).slice(0, maxLines),
  };
}

/** As the dashboard calls it. */
function titleOf(type: WebhookEvent['type'], state: string): string {
  if (type === 'lead.accepted' && state === 'held') return 'New lead, suspected spam';
  const ended = type === 'call.ended' ? callStates.find((known) => known === state) : undefined;
  return ended === undefined ? webhookTypeNames[type] : `Call: ${callStateNames[ended].toLowerCase()}`;
}

function textOf(value: unknown): string[] {
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** `2026-11-23 15:00 UTC`, `2026-11-23 16:00 (Europe/Berlin)` */
function readableTime(time: string, timeZone: string): string {
  // The Swedish way to write a time is the one of ISO 8601, with a space.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${local.format(Date.parse(time))} ${timeZone === 'UTC' ? timeZone : `(${timeZone})`}`;
}

/** A value is one line, however many the visitor typed: `Hi`, a line break and `Phone: +1…` would be a line of the message. */
function shorten(text: string): string {
  const line = text.trim().replace(/[\s\x85]+/g, (run) => (lineBreak.test(run) ? ' ⏎ ' : ' '));
  return shortenText(line, maxValueLength);
}

/** Whatever a receiver may show as the start of a line. */
const lineBreak = /[\n\r\v\f\x85\u2028\u2029]/;
