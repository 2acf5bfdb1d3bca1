/** Takes one secret out of everything that leaves the client in an error. */
export type Redactor = {
  text(text: string): string;
  /** The same value with the secret taken out of every string in it, keys included. */
  json(text: string): unknown;
  /** A copy of an error and its causes: name, code and message, without what else hangs on it. */
  error(error: unknown): Error | undefined;
};

export function createRedactor(secret: string): Redactor {
  const forms = [...new Set([secret, encodeURIComponent(secret)])];
  const text = (original: string) => forms.reduce((rest, form) => rest.replaceAll(form, '[key]'), original);
  const error = (original: unknown, depth = 0): Error | undefined => {
    if (!(original instanceof Error) || depth > 5) return undefined;
    const cause = error(original.cause, depth + 1);
    const copy = new Error(text(original.message), cause === undefined ? undefined : { cause });
    copy.name = original.name;
    const code = 'code' in original && typeof original.code === 'string' ? text(original.code) : undefined;
    return code === undefined ? copy : Object.assign(copy, { code });
  };
  return {
    text,
    // First the text, for keys of objects; then each value, for what was written with escapes.
    json: (original) => JSON.parse(text(original), (_, value) => (typeof value === 'string' ? text(value) : value)),
    error: (original) => error(original),
  };
}
