import * as z from 'zod';

/**
 * Trims a visitor's text and removes control characters and lone surrogates, which no name contains and not every
 * database accepts. `multiline` keeps the line breaks.
 */
export function cleanText(text: string, { multiline = false }: { multiline?: boolean } = {}): string {
  const wellFormed = text.toWellFormed();
  return (multiline ? wellFormed.split(/\r?\n/).map(withoutControls).join('\n') : withoutControls(wellFormed)).trim();
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

const email = z.email().max(254);

/** Whether a text has the usual format of an email address. The pattern takes linear time. */
export function isEmail(text: string): boolean {
  return email.safeParse(text).success;
}
