/**
 * Trims a visitor's text and replaces control characters and lone surrogates, which no name contains and not every database
 * accepts. `multiline` keeps the line breaks.
 */
export function cleanText(text: string, { multiline = false }: { multiline?: boolean } = {}): string {
  // Not toWellFormed(), which browsers of 2022 do not have.
  const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd');
  return (multiline ? wellFormed.split(/\r?\n/).map(withoutControls).join('\n') : withoutControls(wellFormed)).trim();
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
