import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CaptchaProof } from '../../../core/index.ts';
import type { Captcha, RenderedCaptcha } from '../captcha/captcha.ts';
import { useLazy } from '../use-lazy.ts';

/** Loads the captcha when it is needed. Before the visitor sees the form, its provider gets no request. */
export function useCaptcha(isNeeded: boolean) {
  const box = useLazy(() => import('../captcha/CaptchaBox.tsx'), isNeeded);
  const rendered = useSignal<RenderedCaptcha>('loading');
  useEffect(() => {
    if (box.status === 'failed') rendered.value = 'failed';
  }, [box.status, rendered]);
  return {
    /** Null until it is loaded. */
    CaptchaBox: box.status === 'ready' ? box.module.CaptchaBox : null,
    /** Set by CaptchaBox while it is mounted. */
    rendered,
    /** Proves that the visitor is human. If the captcha fails to load, the lead is sent without a token. */
    async prove(): Promise<CaptchaProof> {
      const captcha = await settled(rendered);
      return captcha?.prove() ?? { ok: true };
    },
    /** Requests another token, because each is valid for one attempt to send the lead. */
    renew(): void {
      const captcha = rendered.peek();
      if (typeof captcha === 'object') captcha.renew();
    },
  };
}

/** Resolves when the captcha is rendered, or with null if it failed to load. */
function settled(rendered: ReadonlySignal<RenderedCaptcha>): Promise<Captcha | null> {
  return new Promise((resolve) => {
    const unsubscribe = rendered.subscribe((captcha) => {
      if (captcha === 'loading') return;
      resolve(captcha === 'failed' ? null : captcha);
      queueMicrotask(() => unsubscribe());
    });
  });
}
