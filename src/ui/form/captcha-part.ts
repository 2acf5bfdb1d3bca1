import { signal } from '@preact/signals-core';
import { createRef } from 'preact';
import type { CaptchaProof } from '../../chat/index.ts';
import type { CaptchaBox } from '../captcha/index.ts';

/** The captcha, loaded when it is first needed. */
export function createCaptchaPart() {
  const Box = signal<typeof CaptchaBox | null>(null);
  const box = createRef<CaptchaBox>();
  let loading: Promise<void> | undefined;
  return {
    Box,
    box,
    need(): void {
      loading ??= import('../captcha/index.ts').then(
        (part) => {
          Box.value = part.CaptchaBox;
        },
        () => {
          loading = undefined;
        },
      );
    },
    /** Without a captcha that could be loaded, the lead goes without its token. */
    async prove(): Promise<CaptchaProof> {
      await loading;
      return box.current?.prove() ?? { ok: true };
    },
  };
}
export type CaptchaPart = ReturnType<typeof createCaptchaPart>;
