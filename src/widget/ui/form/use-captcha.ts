import { useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import type { CaptchaProof } from '../../../core/index.ts';
import type { RenderedCaptcha } from '../captcha/captcha.ts';
import { usePanel } from '../panel-model.ts';
import { useLazy } from '../use-lazy.ts';

/** Loads the captcha when it is needed. Before the visitor sees the form, its provider gets no request. */
export function useCaptcha() {
  const { captcha: settings, isOpen } = usePanel();
  const isNeeded = settings.value !== null && isOpen.value;
  const box = useLazy(() => import('../captcha/CaptchaBox.tsx'), isNeeded).value;
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
  return {
    /** Null until it is loaded. */
    CaptchaBox: box.status === 'ready' ? box.module.CaptchaBox : null,
    onRender,
    /** Whether code and provider are loading, or the provider tries to get a token without prompting. Read from signals. */
    isLoading(): boolean {
      const captcha = rendered.value;
      return settings.value !== null && (typeof captcha === 'object' ? captcha.state.value : captcha) === 'loading';
    },
    /** Proves that the visitor is human. A captcha that is loading, has failed, or was removed gives no token. */
    prove(): CaptchaProof {
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
