import { WebUrl } from '../protocol/web-url.ts';

/** Whether a value is an address with one of these protocols, and without credentials. A path has the protocol of the page. */
export function isAddress(value: string, protocol: RegExp): boolean {
  const base = value[0] === '/' ? 'http://page' : undefined;
  if (!WebUrl.canParse(value, base)) return false;
  const url = new WebUrl(value, base);
  return protocol.test(url.protocol) && !hasCredentials(url) && (url.host === '' || isPlainHost(url.host));
}

/**
 * The characters of domain names and IP addresses, with a port. Addresses allow more: in a Content Security Policy, `*` stands for
 * all hosts, and `;` for the end of the list.
 */
const hostCharacters = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d+)?$/;

export function isPlainHost(host: string): boolean {
  return hostCharacters.test(host);
}

/** How visitors can reach the site without the chat. */
export function isContact(value: string): boolean {
  return isAddress(value, /^(?:mailto|tel|https):$/);
}

/** A picture: part of the text itself, so that it costs no request, or an `https:` address. */
export function isIcon(value: string): boolean {
  return /^data:image\/[\w.+-]+[;,]/i.test(value) || isAddress(value, /^https:$/);
}

/**
 * `https://bank.example@evil.example` looks like the bank. A URL may have a password without a user name:
 * `https://:bank.example@evil.example`.
 */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}
