import type { AdminCall } from '../protocol/admin/calls.ts';
import { type AdminLead, fullName } from '../protocol/admin/leads.ts';
import type { FunnelStage } from '../protocol/proxy/funnel.ts';
import type { Closing } from '../protocol/proxy/lead-state.ts';
import { formatCallReason } from '../protocol/reason-words.ts';

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const short = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const weekday = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const number = new Intl.NumberFormat();
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export function formatNumber(value: number): string {
  return number.format(value);
}

/** Formats 0.124 as 12.4%. */
export function formatShare(value: number): string {
  return share.format(value);
}

export function formatTime(time: string): string {
  return long.format(new Date(time));
}

export function formatShortTime(time: string): string {
  return short.format(new Date(time));
}

/** Formats a time with seconds, for events in the next minutes. */
export function formatTimeOfDay(time: string): string {
  return timeOfDay.format(new Date(time));
}

/** Formats a day such as 2026-11-23, without a time zone. */
export function formatDay(day: string): string {
  return weekday.format(new Date(day));
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Formats the days from a time on, until before another one, as `Nov 1 – 30, 2026`. */
export function formatSpan({ from, to }: { from: string; to: string }): string {
  return days.formatRange(new Date(from), new Date(Date.parse(to) - 1));
}

export function formatPhone(phone: string): string {
  if (phone.startsWith('…')) return phone;
  return phone === '' ? 'data deleted' : `+${phone}`;
}

/** Returns the visitor's name, or otherwise the phone. */
export function formatName({ record, phone }: Pick<AdminLead, 'record' | 'phone'>): string {
  const name = fullName(record);
  return name === '' ? formatPhone(phone) : name;
}

/** Says who closed a lead, when and why. */
export function formatClosing({ by, reason }: Closing, endedAt: string | undefined): string {
  const when = endedAt === undefined ? '' : ` on ${formatTime(endedAt)}`;
  return `Closed by ${by}${when}${reason === undefined ? ', without a reason.' : `: ${reason}`}`;
}

/** Says which operator has ended a call, when and why. */
export function formatCallEnd({ by, at, reason }: NonNullable<AdminCall['ended']>): string {
  return `ended by ${by} on ${formatTime(at)}${reason === undefined ? '' : `: ${reason}`}`;
}

/** Says which call the visitor of a held lead has asked for. */
export function formatHeldCall({ requestedAt, plannedAt, expiresAt }: NonNullable<AdminLead['heldCall']>): string {
  const wish = plannedAt === undefined ? 'be called at once' : `be called at ${formatTime(plannedAt)}`;
  const isLate = Date.parse(expiresAt) < Date.now();
  return `On ${formatTime(requestedAt)} the visitor asked to ${wish}.${isLate ? ' That time has passed.' : ''}`;
}

/** Formats the outcome of a step: `refused: country` in words, anything else unchanged. */
export function formatOutcome(answer: string): string {
  const [, reason] = /^refused: (.+)$/.exec(answer) ?? [];
  return reason === undefined ? answer : formatCallReason(reason);
}

/** What a visitor does with the chat. */
export const stageNames: Record<FunnelStage, string> = {
  teaser: 'Saw a teaser',
  opened: 'Opened the chat',
  'form-started': 'Started the form',
  'form-sent': 'Sent the form',
  accepted: 'Became a lead',
  message: 'Wrote a message',
  answered: 'Got an answer',
};

export const stateNames: Record<AdminLead['state'], string> = {
  unknown: 'Check by hand',
  dead: 'Refused',
  held: 'Suspected spam',
  pending: 'Waiting',
  delivered: 'Sent',
  closed: 'Closed',
};

/** What a state means, and what to do about it. */
export const stateHints: Record<AdminLead['state'], string> = {
  unknown:
    'Nobody knows whether the service has enrolled or called this person. Look there, then mark it as done or send it again.',
  dead: 'The service did not take this lead. Correct what it complains about, then send it again. If you have taken care of it yourself, close it.',
  held: 'It waits for you: release it if this is a person, else erase it.',
  pending: 'It is being sent.',
  delivered: 'The service has everything.',
  closed: 'Somebody ended it without sending it. Nothing more of it is sent.',
};
