import type * as z from 'zod/mini';
import { type Operation, ServiceError } from './service-error.ts';

/** The input as its schema reads it; anything else is a `bad-request` before a byte is sent. */
export function checkInput<T>(operation: Operation, schema: z.ZodMiniType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((one) => ({ path: one.path.join('.'), message: one.message }));
  const faults = issues.map((one) => (one.path === '' ? one.message : `${one.path}: ${one.message}`)).join('; ');
  throw new ServiceError({
    code: 'bad-request',
    operation,
    issues,
    sent: 'no',
    message: `[service] ${operation} was not sent, its input is wrong: ${faults}.`,
  });
}
