import { parsePhone } from '../../phone/index.ts';

export type PhoneOptionResult = { ok: true; phone: string } | { ok: false; message: string };

/** Reads `--phone` of a command: E.164 digits, or a number with its country code in any notation. */
export function parsePhoneOption(text: string): PhoneOptionResult {
  const parsed = parsePhone(/^\d+$/.test(text) ? `+${text}` : text);
  if (parsed.ok) return { ok: true, phone: parsed.digits };
  const message = `--phone must be a number with its country code, such as +14155552671, got ${JSON.stringify(text)}.`;
  return { ok: false, message };
}
