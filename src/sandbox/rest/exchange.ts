import type { HttpBindings } from '@hono/node-server';
import type { Answer } from './answer.ts';

/** What Hono carries through one request. */
export type Exchange = {
  Bindings: HttpBindings;
  Variables: {
    /** The body as the journal keeps it. */
    journalBody: unknown;
    /** The fault that befell the request, for the journal. */
    fault: string;
    /** No answer was given. */
    unanswered: true;
  };
};

export function send({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}
