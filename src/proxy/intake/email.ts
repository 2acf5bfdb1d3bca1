import * as z from 'zod';

const email = z.email().max(254);

/** As the service's `email` format (2.1) is usually read; the pattern takes linear time. */
export function isEmail(text: string): boolean {
  return email.safeParse(text).success;
}
