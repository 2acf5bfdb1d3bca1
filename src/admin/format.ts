import type { AdminLead } from '../protocol/index.ts';

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const short = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

export function formatTime(time: string): string {
  return clock.format(new Date(time));
}

export function formatShortTime(time: string): string {
  return short.format(new Date(time));
}

export function formatPhone(phone: string): string {
  return phone === '' ? 'data deleted' : `+${phone}`;
}

/** The name that the visitor gave; else the phone. */
export function formatName({ record, phone }: AdminLead): string {
  const name = [record.first_name, record.last_name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  return name === '' ? formatPhone(phone) : name;
}

export const stateNames: Record<AdminLead['state'], string> = {
  unknown: 'Unknown',
  dead: 'Dead',
  held: 'Held',
  pending: 'Pending',
  delivered: 'Delivered',
};

/** What a state means to who looks at it for the first time. */
export const stateHints: Record<AdminLead['state'], string> = {
  unknown: 'An enrolment or a call may have happened. Find out, then resolve or replay.',
  dead: 'The service refused it, or it was tried to the end. Put right what is wrong, then replay.',
  held: 'Suspicious, or over a limit. Release it or erase it.',
  pending: 'On its way to the service.',
  delivered: 'Everything is done.',
};

export const holdReasons: Record<string, string> = {
  honeypot: 'A field that people do not see was filled in.',
  'too-fast': 'The form was filled in faster than people type.',
  'captcha-failed': 'The captcha was not passed, could not be shown, or its token was too old when the lead arrived.',
  'captcha-unavailable': 'The captcha’s provider did not answer.',
  'phone-limit': 'This phone came more often than the limit allows.',
};
