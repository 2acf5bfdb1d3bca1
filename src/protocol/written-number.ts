import { cleanPhone } from './phone.ts';

/**
 * What a number ends with when it names an extension, in the words of many languages, as a link (`;ext=12`) or as a pause of a
 * dialler. Also while it is being typed, without its digits.
 */
const extension =
  /(^|[^\p{L}])(?:;ext=|[\s,(]{0,9}(?:e?xt(?:ens(?:i[oó]n|ão))?|x|#|~|int(?:erno?|\.)?|доб(?:авочный)?|anexo|ramal|poste|durchwahl|dw|apparat|toestel|wewn?(?:ętrzny)?|linka|klapka|ankn(?:ytning)?|lokal|εσωτ(?:ερικό)?|dahili|内線|分机|分機|转|轉|내선|تحويلة|שלוחה)(?!\p{L})[\s.:№-]{0,9}|\s{0,9}(?:,{2,}|;)\s{0,9})\d{0,15}#?\s*\)?$/iu;

/** The letters of each key, as in 1-800-FLOWERS. */
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
/** A number whose letters stand for keys begins with digits and has no words before them. */
const vanity = /^[\d\s().+-]*\d[\s.()-]*(?:[a-z][\s.-]*){3,}[a-z\d\s.-]*$/i;

/** What is written before a number: `Tel. (mobile): `, the scheme of a link, the parameters of a vCard. */
const label = /^(?:\p{L}(?:(?:[^:\d+]|\d(?!\d))*:|[\p{L}\s.-]*\.)\s*)+/u;

/** A phone as people write it, without what is no part of the number: a label, an extension, invisible characters. */
export function readWritten(typed: string): string {
  const text = withoutOthers(typed);
  if (!vanity.test(text)) return text;
  return text.replace(/[a-z]/gi, (letter) => String(keys.findIndex((key) => key.includes(letter.toLowerCase())) + 2));
}

/** The digits before letters that stand for keys. Undefined without such letters. */
export function digitsBeforeKeys(typed: string): string | undefined {
  const text = withoutOthers(typed);
  return vanity.test(text) ? text.replace(/[a-z].*/i, '') : undefined;
}

function withoutOthers(typed: string): string {
  return cleanPhone(typed).replace(extension, '$1').replace(label, '').trim();
}

/**
 * A number with the zero of calls inside the country in brackets, `+44 (0)20 …`, without it. Some countries dial none, and their
 * people write it all the same; in others, such as Italy, it is a part of the number.
 */
export function withoutTrunkZero(written: string): string {
  return written.replace(/(\d[\s).-]*)[([]\s*0\s*[)\]]/, '$1');
}

/** Whether the number, behind its label, starts with a calling code: `+49 …`, `(+49) …`, or `0049 …` as most countries dial. */
export function isInternational(typed: string): boolean {
  return /^[\s(]*(?:\+|00)/.test(withoutOthers(typed));
}
