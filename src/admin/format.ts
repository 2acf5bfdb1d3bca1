import type { AdminLead } from '../protocol/index.ts';

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const short = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

export function formatTime(time: string): string {
  return long.format(new Date(time));
}

export function formatShortTime(time: string): string {
  return short.format(new Date(time));
}

export function formatPhone(phone: string): string {
  return phone === '' ? 'data deleted' : `+${phone}`;
}

/** The visitor's name, or the phone without one. */
export function formatName({ record, phone }: AdminLead): string {
  const name = [record.first_name, record.last_name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  return name === '' ? formatPhone(phone) : name;
}

/** `journey: timeout` as `Enroll in journey: timeout`, `honeypot` as a sentence. */
export function formatCause(cause: string): string {
  const [step = '', ...answer] = cause.split(': ');
  if (answer.length === 0) return holdReasons[cause] ?? cause;
  return `${stepNames[step] ?? step}: ${answer.join(': ')}`;
}

export const stepNames: Record<string, string> = {
  create: 'Create lead',
  read: 'Read lead on file',
  update: 'Fill blanks',
  tag: 'Add tag',
  journey: 'Enroll in journey',
  call: 'Call back',
};

export const stateNames: Record<AdminLead['state'], string> = {
  unknown: 'Unknown',
  dead: 'Dead',
  held: 'Held',
  pending: 'Pending',
  delivered: 'Delivered',
};

/** What a state means and what to do about it. */
export const stateHints: Record<AdminLead['state'], string> = {
  unknown:
    'An enrolment or a call may or may not have happened. Check with the service, then resolve or replay the lead.',
  dead: 'The service refused the lead, or every attempt failed. Correct the cause and replay the lead, or handle it by hand and resolve it.',
  held: 'The lead looks suspicious or is over a limit. Release it or erase it.',
  pending: 'The lead is being delivered.',
  delivered: 'Every step is done.',
};

const holdReasons: Record<string, string> = {
  honeypot: 'A field that is hidden from people was filled in.',
  'too-fast': 'The form was filled in faster than people type.',
  'captcha-failed': 'The captcha failed, could not be shown, or had expired when the lead arrived.',
  'captcha-unavailable': 'The captcha provider did not respond.',
  'phone-limit': 'There were more leads with this phone than the limit allows.',
};
