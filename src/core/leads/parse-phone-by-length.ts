import type { PhoneProblem, PhoneResult } from '../../protocol/index.ts';

/**
 * Parses phones until the metadata is loaded. It counts digits of any script: E.164 numbers have at most 15, and no number in
 * use has fewer than 7. The proxy checks the rest.
 */
export function parsePhoneByLength(typed: string): PhoneResult {
  const { length } = typed.match(/\p{Nd}/gu) ?? [];
  if (length === 0) return toFailure({ code: 'not-a-number' });
  if (length < 7) return toFailure({ code: 'too-short', missing: 7 - length });
  if (length > 15) return toFailure({ code: 'too-long', extra: length - 15 });
  return { ok: true, value: typed, digits: undefined };
}

function toFailure(problem: PhoneProblem): PhoneResult {
  return { ok: false, problem, country: undefined };
}
