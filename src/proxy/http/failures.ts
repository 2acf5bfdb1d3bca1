import type { Issue } from '../../protocol/index.ts';
import type { Failure } from './answer.ts';

export function badRequest(issues: Issue[]): Failure {
  return { code: 'bad-request', message: 'The request cannot be taken; see the issues.', issues };
}

export function tooMany(retryAfterSeconds: number): Failure {
  return {
    code: 'rate-limited',
    message: `Too many requests. Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

export const notFound: Failure = { code: 'not-found', message: 'There is nothing here.' };
