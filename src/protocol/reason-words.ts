/*
 * Why a lead is held or refused, and a call not placed, as people say it: in the dashboard, and in messages to a team.
 */

/** What delivery says of a lead that the service has with another phone. */
const phoneChanged = /^(?:create|read): .*, with another phone$/;

/** Formats `journey: timeout` as `Journey: timeout`, and `honeypot` as `Hidden field filled in`. */
export function formatCause(cause: string): string {
  if (phoneChanged.test(cause)) return 'The service changed the phone';
  const [step = '', ...answer] = cause.split(': ');
  if (answer.length === 0) return holdReasons[cause]?.name ?? cause;
  return `${stepNames[step] ?? step}: ${answer.join(': ')}`;
}

/** Explains in a sentence why a lead is held. */
export function explainHold(reason: string): string {
  return holdReasons[reason]?.text ?? reason;
}

/** Explains why a call is not placed. */
export function formatCallReason(reason: string): string {
  return callReasons[reason] ?? reason;
}

/** The steps of the delivery, in words that stay true for one that waits or is refused. */
export const stepNames: Record<string, string> = {
  create: 'Entry at the service',
  read: 'Comparison with what is on file',
  update: 'Missing details',
  tag: 'Tag',
  journey: 'Journey',
  call: 'Call',
};

const holdReasons: Record<string, { name: string; text: string }> = {
  honeypot: { name: 'Hidden field filled in', text: 'A field that is hidden from people was filled in.' },
  'too-fast': { name: 'Filled in too fast', text: 'The form was filled in faster than people type.' },
  'no-form': { name: 'Sent without the form', text: 'The request did not come from the form of the chat.' },
  'captcha-failed': {
    name: 'Captcha failed',
    text: 'The captcha failed, could not be shown, or had expired when the lead arrived.',
  },
  'captcha-unavailable': { name: 'Captcha unavailable', text: 'The captcha provider did not respond.' },
  unreadable: {
    name: 'Damaged in the store',
    text: 'What is stored about this lead cannot be read. Mend the database or restore it from a backup, then release the lead.',
  },
  blocked: { name: 'Number blocked', text: 'This number is on the block list: nobody calls it.' },
  'phone-limit': {
    name: 'Phone over its limit',
    text: 'There were more leads with this phone than the limit leadsPerPhone allows.',
  },
};

const callReasons: Record<string, string> = {
  held: 'Waits for the release of the lead',
  off: 'Call-backs are switched off',
  'not-offered': 'The form offers no call-back',
  country: 'Numbers of this country or kind are not called',
  closed: 'Outside the call-back hours',
  blocked: 'The number is blocked',
  'do-not-call': 'The lead has the tag of those who must not be called',
  past: 'The time was over',
  'too-far': 'The time was too far ahead',
  callsPerPhone: 'Too many calls to this phone (limit callsPerPhone)',
  callsPerPhonePerDay: 'Too many calls to this phone in a day (limit callsPerPhonePerDay)',
  callsPerIp: 'Too many calls requested from this address (limit callsPerIp)',
  callsPerNetwork: 'Too many calls requested from this network (limit callsPerNetwork)',
  callsPerCountryPerHour: 'Too many calls to this country in an hour (limit callsPerCountryPerHour)',
  callsPerSitePerHour: 'Too many calls in an hour (limit callsPerSitePerHour)',
  callsPerSitePerDay: 'Too many calls in a day (limit callsPerSitePerDay)',
};
