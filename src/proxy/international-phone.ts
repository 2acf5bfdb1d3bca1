import { parsePhone } from '../phone/index.ts';

export type InternationalPhoneResult = { ok: true; phone: string } | { ok: false; problem: string };

/** Parses a number with its country code, in any notation, to E.164 digits. The `+` before plain digits may be left out. */
export function parseInternationalPhone(text: string): InternationalPhoneResult {
  const parsed = parsePhone(/^\d+$/.test(text) ? `+${text}` : text);
  if (parsed.ok) return { ok: true, phone: parsed.digits };
  return { ok: false, problem: 'must be a number with its country code, such as +14155552671' };
}

/** The same for a command's option `--phone`. */
export function parsePhoneOption(text: string): { ok: true; phone: string } | { ok: false; message: string } {
  const parsed = parseInternationalPhone(text);
  return parsed.ok ? parsed : { ok: false, message: `--phone ${parsed.problem}, got ${JSON.stringify(text)}.` };
}
