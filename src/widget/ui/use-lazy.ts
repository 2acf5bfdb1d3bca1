import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { shareLoad } from '../../shared-load.ts';

export type Lazy<Module> =
  | { status: 'loading' }
  | { status: 'ready'; module: Module }
  /** `retry` loads again. */
  | { status: 'failed'; retry: () => void };

/**
 * Loads a module by a dynamic import, once per component. Loads nothing while `isNeeded` is false.
 *
 * @example
 * const box = useLazy(() => import('../captcha/CaptchaBox.tsx')).value;
 * return box.status === 'ready' ? <box.module.CaptchaBox … /> : null;
 */
export function useLazy<Module>(load: () => Promise<Module>, isNeeded = true): ReadonlySignal<Lazy<Module>> {
  const state = useSignal<Lazy<Module>>({ status: 'loading' });
  // `load` is a new function on each render, but imports the same module.
  const [shared] = useState(() => shareLoad(load));
  useEffect(() => {
    if (!isNeeded || state.peek().status === 'ready') return;
    let abandon = () => {};
    const attempt = () => {
      abandon();
      let isCurrent = true;
      const finish = (next: Lazy<Module>) => {
        if (isCurrent) state.value = next;
      };
      state.value = { status: 'loading' };
      shared.load().then(
        (module) => finish({ status: 'ready', module }),
        () => finish({ status: 'failed', retry }),
      );
      abandon = () => {
        isCurrent = false;
      };
    };
    const retry = () => {
      shared.forgetFailure();
      attempt();
    };
    attempt();
    return () => abandon();
  }, [isNeeded, shared, state]);
  return state;
}
