import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CaptchaProof } from '../../../core/index.ts';
import type { Captcha, DrawnCaptcha } from '../captcha/captcha.ts';
import { useLazy } from '../use-lazy.ts';

/** Loads the captcha when it is needed. Before the visitor sees the form, its provider gets no request. */
export function useCaptcha(isNeeded: boolean) {
  const box = useLazy(() => import('../captcha/CaptchaBox.tsx'), isNeeded);
  const drawn = useSignal<DrawnCaptcha>('loading');
  useEffect(() => {
    if (box.status === 'failed') drawn.value = 'failed';
  }, [box.status, drawn]);
  return {
    /** Null until it is loaded. */
    CaptchaBox: box.status === 'ready' ? box.module.CaptchaBox : null,
    /** Set by CaptchaBox while it is mounted. */
    drawn,
    /** Proves that the visitor is human. If the captcha fails to load, the lead is sent without a token. */
    async prove(): Promise<CaptchaProof> {
      const captcha = await settled(drawn);
      return captcha?.prove() ?? { ok: true };
    },
    /** Requests another token, because each is valid for one attempt to send the lead. */
    renew(): void {
      const captcha = drawn.peek();
      if (typeof captcha === 'object') captcha.renew();
    },
  };
}

/** Resolves when the captcha is rendered, or with null if it failed to load. */
function settled(drawn: ReadonlySignal<DrawnCaptcha>): Promise<Captcha | null> {
  return new Promise((resolve) => {
    const unsubscribe = drawn.subscribe((captcha) => {
      if (captcha === 'loading') return;
      resolve(captcha === 'failed' ? null : captcha);
      queueMicrotask(() => unsubscribe());
    });
  });
}
