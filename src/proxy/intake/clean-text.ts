/**
 * A visitor's text as it is kept: without control characters and halves of surrogate pairs, which are nobody's name and
 * which not every database takes. `lines` keeps the line ends.
 */
export function cleanText(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const whole = text.toWellFormed();
  return (lines ? whole.split(/\r?\n/).map(withoutControls).join('\n') : withoutControls(whole)).trim();
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
