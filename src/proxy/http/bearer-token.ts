import type { Context } from 'hono';
import type { AppEnvironment } from './app-environment.ts';

/** The token of the header `Authorization: Bearer TOKEN`. */
export function bearerToken(c: Context<AppEnvironment>): string | undefined {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}
