/** Removes a secret from everything that errors of the client contain. */
export type Redactor = {
  text(text: string): string;
  /** Parses JSON and removes the secret from every string in it, keys included. */
  json(text: string): unknown;
  /** Copies an error and its causes: only name, code and message. */
  error(error: unknown): Error | undefined;
};

export function createRedactor(secret: string): Redactor {
  const forms = [...new Set([secret, encodeURIComponent(secret)])];
  const text = (original: string) => forms.reduce((result, form) => result.replaceAll(form, '[key]'), original);
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
    // The text pass covers keys of objects. The reviver covers values that were written with escapes.
    json: (original) => JSON.parse(text(original), (_, value) => (typeof value === 'string' ? text(value) : value)),
    error: (original) => error(original),
  };
}
