const emailAddress = /[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+/g;
/** Seven to fifteen digits with the punctuation of phone numbers. A UUID has more digits. */
const phoneNumber = /(?<![\w-])\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?![\w-])/g;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Removes personal data from a text of the service: email addresses, phone numbers, and all values of `sources`, the
 * bodies and parameters that the text may quote. IDs stay, because they help to find the cause.
 */
export function redactPersonalData(text: string, sources: readonly unknown[]): string {
  // Longer values first: if "Ada" were removed first, "Lovelace" of "Ada Lovelace" would stay.
  const values = sources.flatMap((source) => valuesOf(source)).toSorted((a, b) => b.length - a.length);
  const withoutValues = values.reduce((rest, value) => rest.replace(wordsOf(value), '[redacted]'), text);
  return withoutValues.replace(emailAddress, '[redacted]').replace(phoneNumber, '[redacted]');
}

function valuesOf(source: unknown, key = ''): string[] {
  if (typeof source === 'object' && source !== null) {
    return Object.entries(source).flatMap(([name, value]) => valuesOf(value, Array.isArray(source) ? key : name));
  }
  if (typeof source !== 'string' && typeof source !== 'number') return [];
  const value = String(source).trim();
  if (key === 'tag' || uuid.test(value)) return [];
  const words = key.endsWith('name') ? value.split(/\s+/) : [];
  // Shorter values would remove single letters of the sentence.
  return [value, ...words].filter(({ length }) => length > 1);
}

/** Finds the value where it is a word or a phrase, in either case. */
function wordsOf(value: string): RegExp {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu');
}
