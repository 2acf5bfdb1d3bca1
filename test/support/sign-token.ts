import { createHmac } from 'node:crypto';

export const identitySecret = 'a-secret-of-the-site-that-signs-its-visitors';

export type SignOptions = { secret?: string; header?: Record<string, unknown> };

/** A user token as a site's server signs it; `exp` is five minutes from now unless the claims have one. */
export function signToken(
  claims: Record<string, unknown>,
  { secret = identitySecret, header = { alg: 'HS256', typ: 'JWT' } }: SignOptions = {},
): string {
  const exp = Math.floor(Date.now() / 1000) + 300;
  const content = `${encode(header)}.${encode({ exp, ...claims })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
