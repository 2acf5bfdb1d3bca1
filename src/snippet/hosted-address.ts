/** The options that the address of the hosted chat can name. The proxy's `widget` sets all others. */
const named = ['form', 'locale', 'theme'] as const;

/** The address of the hosted chat of a proxy: `https://chat.example.com/chat?form=prices`. `base` ends with a slash. */
export function hostedChatAddress(base: URL, options: Readonly<Record<string, unknown>>): string {
  const address = new URL('chat', base);
  for (const name of named) {
    const value = options[name];
    if (typeof value === 'string' && value !== '') address.searchParams.set(name, value);
  }
  return address.href;
}
