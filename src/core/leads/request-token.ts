import { type Clock, withTimeout } from '../../clock.ts';
import type { UserToken } from '../../options/index.ts';

export type TokenRequestDeps = {
  clock: Clock;
  /** Aborted: nobody waits for the token any more. */
  signal: AbortSignal;
  onProblem(message: string): void;
};

const timeoutMs = 10_000;

/**
 * Asks the page's function for a token. Never rejects: without a token it says why, and resolves with undefined. The message
 * has no part of what the function returns or throws, which may be personal.
 */
export async function requestToken(
  getToken: Exclude<UserToken, string>,
  { clock, signal, onProblem }: TokenRequestDeps,
): Promise<string | undefined> {
  if (signal.aborted) return undefined;
  const late = { problem: `did not return within ${timeoutMs / 1000} seconds` };
  const result = await withTimeout(callPage(getToken), { clock, timeoutMs, late });
  if ('token' in result) return result.token;
  if (!signal.aborted) onProblem(`userToken() ${result.problem}`);
  return undefined;
}

async function callPage(getToken: Exclude<UserToken, string>): Promise<{ token: string } | { problem: string }> {
  try {
    const token: unknown = await getToken();
    if (typeof token === 'string' && token !== '') return { token };
    const isNothing = token === undefined || token === null || token === '';
    return { problem: isNothing ? 'returned nothing' : `must return a text, got a ${typeof token}` };
  } catch (error) {
    return { problem: `failed: ${error instanceof Error ? error.name : typeof error}` };
  }
}
