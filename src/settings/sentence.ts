/** "must be …, got …" becomes "Must be …": the field shows what it got. */
export function sentenceOf(message: string): string {
  const text = message.replace(/, got .*$/s, '.');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
