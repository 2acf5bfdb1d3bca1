import { signal } from '@preact/signals-core';
import type { CaptchaProof } from '../../../core/index.ts';
import type { CaptchaBox } from '../captcha/index.ts';

/** The captcha, loaded when it is first needed. */
export function createCaptchaPart() {
  const box = signal<CaptchaBox | null>(null);
  let loading: Promise<void> | undefined;
  return {
    box,
    need(): void {
      loading ??= import('../captcha/index.ts').then(
        (part) => {
          box.value = part.createCaptchaBox();
        },
        () => {
          loading = undefined;
        },
      );
    },
    /** Without a captcha that could be loaded, the lead goes without its token. */
    async prove(): Promise<CaptchaProof> {
      await loading;
      return box.peek()?.prove() ?? { ok: true };
    },
  };
}
export type CaptchaPart = ReturnType<typeof createCaptchaPart>;
