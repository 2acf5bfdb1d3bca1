import { isServiceError, type ServiceError } from '../../src/service-client/index.ts';

/** The ServiceError that a call rejects with. Fails the test on anything else. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome: unknown = await call.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (isServiceError(outcome)) return outcome;
  throw new Error('the call did not fail with a ServiceError', { cause: outcome });
}
