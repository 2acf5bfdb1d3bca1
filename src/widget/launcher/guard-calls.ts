import type { Widget } from './widget-api.ts';

type Methods = Omit<Widget, 'getState'>;

export type CallGuard = {
  /** Runs a call of the page. If it throws, reports that and returns undefined. Runs nothing for a destroyed widget. */
  guard<Result>(method: string, run: () => Result): Result | undefined;
  /** Puts `guard` around every method. */
  guardMethods(methods: Methods): Methods;
};

/**
 * Lets no call of the page throw: an exception ends the page's script, and in an effect of React it unmounts the whole page.
 * The report does not contain the values, because they may be personal data.
 */
export function createCallGuard(
  isDestroyed: () => boolean,
  report: (code: string, message: string) => void,
): CallGuard {
  const guard: CallGuard['guard'] = (method, run) => {
    try {
      return isDestroyed() ? undefined : run();
    } catch (error) {
      report(
        'bad-call',
        `[leadchat] ${method}() was ignored: ${error instanceof Error ? error.message : typeof error}`,
      );
      return undefined;
    }
  };
  return {
    guard,
    guardMethods(methods) {
      for (const [name, method] of Object.entries(methods)) {
        const fallback = isSubscription(name) ? () => {} : undefined;
        const call = (...values: unknown[]) => guard(name, () => Reflect.apply(method, undefined, values)) ?? fallback;
        Reflect.set(methods, name, call);
      }
      return methods;
    },
  };
}

/** Whether it is `on()` or `once()`, whose result pages call without a check. */
export function isSubscription(method: string): boolean {
  return method === 'on' || method === 'once';
}
