import { effect, useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import { systemClock } from '../../../clock.ts';
import type { CaptchaProof } from '../../../core/index.ts';
import { pageDocument } from '../../../page-globals.ts';
import { usePanel } from '../panel-model.ts';
import { useLazy } from '../use-lazy.ts';
import type { RenderedCaptcha } from './captcha.ts';

/** How long a submission waits for the captcha, while the page is visible. Without it, the proxy decides about the lead. */
const loadTimeoutMs = 6_000;

/** Loads the captcha when it is needed. Before the visitor sees the form, its provider gets no request. */
export function useCaptcha() {
  const { captcha: settings, isOpen } = usePanel();
  const isNeeded = settings.value !== null && isOpen.value;
  const box = useLazy(() => import('./CaptchaBox.tsx'), isNeeded).value;
  const rendered = useSignal<RenderedCaptcha>('loading');
  const onRender = useCallback(
    (next: RenderedCaptcha) => {
      rendered.value = next;
    },
    [rendered],
  );
  useEffect(() => {
    if (box.status === 'failed') onRender('failed');
  }, [box.status, onRender]);
  // Without the form, no captcha comes any more.
  const isUnmounted = useSignal(false);
  useEffect(
    () => () => {
      isUnmounted.value = true;
    },
    [isUnmounted],
  );
  /** Whether code and provider are loading, or the provider tries to get a token without prompting. Reads signals. */
  const isLoading = () => {
    const captcha = rendered.value;
    return settings.value !== null && (typeof captcha === 'object' ? captcha.state.value : captcha) === 'loading';
  };
  return {
    /** Null until it is loaded. */
    CaptchaBox: box.status === 'ready' ? box.module.CaptchaBox : null,
    onRender,
    /** Proves that the visitor is human, once the captcha has loaded. One that is still loading, has failed, or was removed gives no token. */
    async prove(): Promise<CaptchaProof> {
      await waitUntil(() => isUnmounted.value || !isLoading(), loadTimeoutMs);
      const captcha = rendered.peek();
      // A visitor who has closed the panel does not see a prompt, and may never come back to the lead.
      if (typeof captcha !== 'object' || (captcha.state.peek() !== 'passed' && !isOpen.peek())) return { ok: true };
      return captcha.prove();
    },
    /** Requests another token, because each is valid for one attempt to send the lead. */
    renew(): void {
      const captcha = rendered.peek();
      if (typeof captcha === 'object') captcha.renew();
    },
  };
}

/**
 * Resolves when `isDone` returns true, after the time-out, or when the page is hidden, because the browser may end it then.
 * Runs `isDone` again when a signal changes that it has read.
 */
async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const finishIfHidden = () => {
    if (pageDocument.visibilityState === 'hidden') finish();
  };
  const cancelTimeout = systemClock.after(timeoutMs, finish);
  const stopWatching = effect(() => {
    if (isDone()) finish();
  });
  pageDocument.addEventListener('visibilitychange', finishIfHidden);
  await finished;
  cancelTimeout();
  stopWatching();
  pageDocument.removeEventListener('visibilitychange', finishIfHidden);
}
