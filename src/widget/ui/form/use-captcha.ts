import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CaptchaProof } from '../../../core/index.ts';
import type { Captcha, DrawnCaptcha } from '../captcha/captcha.ts';
import { useLazy } from '../use-lazy.ts';

/** Loads the captcha when it is needed: before the visitor sees the form, nothing is requested from its provider. */
export function useCaptcha(isNeeded: boolean) {
  const box = useLazy(() => import('../captcha/CaptchaBox.tsx'), isNeeded);
  const drawn = useSignal<DrawnCaptcha>('loading');
  useEffect(() => {
    if (box.status === 'failed') drawn.value = 'failed';
  }, [box.status, drawn]);
  return {
    /** Null until it is loaded. */
    CaptchaBox: box.status === 'ready' ? box.module.CaptchaBox : null,
    /** For the box, which sets it while it is mounted. */
    drawn,
    /** Proves that the visitor is human. A lead goes without a token when the captcha could not be loaded. */
    async prove(): Promise<CaptchaProof> {
      const captcha = await settled(drawn);
      return captcha?.prove() ?? { ok: true };
    },
    /** Gets another token: each is good for one attempt to send the lead. */
    renew(): void {
      const captcha = drawn.peek();
      if (typeof captcha === 'object') captcha.renew();
    },
  };
}

/** Resolves once the captcha is drawn, or with null when it could not be loaded. */
function settled(drawn: ReadonlySignal<DrawnCaptcha>): Promise<Captcha | null> {
  return new Promise((resolve) => {
    const unsubscribe = drawn.subscribe((captcha) => {
      if (captcha === 'loading') return;
      resolve(captcha === 'failed' ? null : captcha);
      queueMicrotask(() => unsubscribe());
    });
  });
}
