import * as z from 'zod';
import { type Answer, failure } from './answer.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One endpoint of section 4. `answer` gets the parsed body, or the query parameters of one that has no body. */
export type Endpoint = {
  method: Method;
  path: string;
  input: 'body' | 'query';
  answer(input: unknown): Answer;
};

/** An endpoint whose handler gets only what its schema takes; anything else is a 400 that names every fault (Errors). */
export function endpoint<Schema extends z.core.$ZodType>(
  [method, path]: [Method, string],
  input: Endpoint['input'],
  schema: Schema,
  handle: (input: z.core.output<Schema>) => Answer,
): Endpoint {
  return {
    method,
    path,
    input,
    answer(sent) {
      const result = z.safeParse(schema, sent);
      if (result.success) return handle(result.data);
      return failure(400, result.error.issues.slice(0, maxFaults).map(describeFault).join('; '));
    },
  };
}

const maxFaults = 10;

function describeFault({ path, message }: z.core.$ZodIssue): string {
  const where = path.map(String).join('.').slice(0, 100);
  return where === '' ? message : `${where}: ${message}`;
}
