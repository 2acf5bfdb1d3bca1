import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export type Lazy<Module> =
  | { status: 'loading' }
  | { status: 'ready'; module: Module }
  /** `retry` loads again. */
  | { status: 'failed'; retry: () => void };

/**
 * Loads a module by a dynamic import, once per component. Loads nothing while `isNeeded` is false. With `limitMs`, a module
 * that takes longer counts as failed until it arrives.
 *
 * @example
 * const box = useLazy(() => import('../captcha/CaptchaBox.tsx')).value;
 * return box.status === 'ready' ? <box.module.CaptchaBox … /> : null;
 */
export function useLazy<Module>(
  load: () => Promise<Module>,
  isNeeded = true,
  limitMs?: number,
): ReadonlySignal<Lazy<Module>> {
  const state = useSignal<Lazy<Module>>({ status: 'loading' });
  // `load` is a new function on each render, but imports the same module, so it must not trigger the effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isNeeded || state.peek().status === 'ready') return;
    let abandon = () => {};
    const attempt = () => {
      abandon();
      let isCurrent = true;
      const finish = (next: Lazy<Module>) => {
        clearTimeout(timer);
        if (isCurrent) state.value = next;
      };
      const fail = () => finish({ status: 'failed', retry: attempt });
      state.value = { status: 'loading' };
      const timer = limitMs === undefined ? undefined : setTimeout(fail, limitMs);
      load().then((module) => finish({ status: 'ready', module }), fail);
      abandon = () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    };
    attempt();
    return () => abandon();
  }, [isNeeded]);
  return state;
}
