export type CallGuard = {
  /** Runs a call of the page. If it throws, reports that and returns undefined. Runs nothing for a destroyed widget. */
  attempt<Result>(call: string, run: () => Result): Result | undefined;
  /** Returns the method with `attempt` around it. */
  guard<Values extends unknown[]>(method: string, call: (...values: Values) => void): (...values: Values) => void;
};

/**
 * Lets no call of the page throw: an exception ends the page's script, and in an effect of React it unmounts the whole page.
 * The report does not contain the values, because they may be personal data.
 */
export function createCallGuard(
  isDestroyed: () => boolean,
  report: (code: string, message: string) => void,
): CallGuard {
  const attempt: CallGuard['attempt'] = (call, run) => {
    try {
      return isDestroyed() ? undefined : run();
    } catch (error) {
      report('bad-call', `[leadchat] ${call} was ignored: ${error instanceof Error ? error.message : typeof error}`);
      return undefined;
    }
  };
  return {
    attempt,
    guard:
      (method, call) =>
      (...values) =>
        void attempt(`${method}()`, () => call(...values)),
  };
}

/** Throws unless a value of the page has the type. */
export function expectType(value: unknown, expected: 'string' | 'object' | 'function'): void {
  const actual = value === null ? 'null' : typeof value;
  if (actual !== expected) throw new TypeError(`its value must be of the type ${expected}, got ${actual}.`);
}
