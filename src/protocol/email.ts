import * as z from 'zod/mini';
import { cleanIdentifier } from './clean-text.ts';
import { WebUrl } from './web-url.ts';

const maxLength = 254;

/** zod's own format, and top-level domains of other scripts, such as `xn--p1ai`. The check takes linear time. */
const format =
  /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/i;

/** An email address as the service takes it. */
export const emailAddress = z.email({ pattern: format });

/** Whether a text has the format of an email address. */
export function isEmail(text: string): boolean {
  return text.length <= maxLength && format.test(text);
}

/** Cleans a typed address, and writes its domain in ASCII: `ada@münchen.de` → `ada@xn--mnchen-3ya.de`, as mail servers do. */
export function cleanEmail(typed: string): string {
  const address = cleanIdentifier(typed);
  const [, name = '', domain = ''] = /^([^@]+)@([^@\s/?#:\\%[\]]+)$/.exec(address) ?? [];
  if (/^\p{ASCII}*$/u.test(domain)) return address;
  const url = `https://${domain}`;
  return WebUrl.canParse(url) ? `${name}@${new WebUrl(url).hostname}` : address;
}
