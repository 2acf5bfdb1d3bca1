import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { CaptchaProof } from '../../../core/index.ts';
import type { PublicCaptcha } from '../../../protocol/index.ts';
import { loadProvider, type Provider } from './provider.ts';

/** `waiting`: for the provider. `asking`: for the visitor. `absent`: blocked, broken, or too slow. */
export type CaptchaState = 'waiting' | 'asking' | 'passed' | 'absent';

/** A captcha in the form, drawn by its provider. */
export interface Captcha {
  readonly state: ReadonlySignal<CaptchaState>;
  /**
   * What can be shown for the visitor when the form is sent. A visitor who has still something to do is told so once;
   * whoever then sends again, or has nothing to do because the provider is blocked or slow, goes without a token: the
   * proxy holds such a lead for an operator, and the visitor is served all the same.
   */
  prove(): Promise<CaptchaProof>;
  /** A token is good for one lead: after one that was not taken there has to be another. */
  renew(): void;
  dispose(): void;
}

export type CaptchaDeps = {
  settings: PublicCaptcha;
  /** Where the provider draws; in the page's own tree, since providers do not look into shadow roots. */
  container: HTMLElement;
  /** Where hCaptcha shows its pictures: its own place for them is below everything that is in the top layer. */
  challenge: HTMLElement;
  theme: 'light' | 'dark';
  /** Two letters. */
  language: string;
  after?: (ms: number, run: () => void) => () => void;
};

/** What both need when they are not compact, in pixels. */
const fullWidth = 303;

/** So long a form that is sent waits for a provider. */
const timeoutMs = 6_000;

export function createCaptcha(parts: CaptchaDeps): Captcha {
  const { settings, container, challenge, theme, language, after = later } = parts;
  const state = signal<CaptchaState>('waiting');
  let token: string | undefined;
  let isTold = false;
  let isSpent = false;
  let disposed = false;
  let provider: Provider | undefined;
  let id: unknown;

  const be = (next: CaptchaState) => () => {
    token = undefined;
    state.value = next;
  };
  const isHcaptcha = settings.provider === 'hcaptcha';

  loadProvider(settings)
    .then((loaded) => {
      if (disposed) return;
      provider = loaded;
      // hCaptcha has a box to tick from the beginning; Turnstile says when it wants something.
      if (isHcaptcha) be('asking')();
      const wide = isHcaptcha ? 'normal' : 'flexible';
      id = loaded.render(container, {
        sitekey: settings.siteKey,
        theme,
        size: container.clientWidth < fullWidth ? 'compact' : wide,
        callback: (passed: unknown) => {
          token = String(passed);
          isSpent = false;
          state.value = 'passed';
        },
        'expired-callback': be(isHcaptcha ? 'asking' : 'waiting'),
        // A visitor who closes the pictures can open them again; everything else is the provider's trouble.
        'error-callback': (code: unknown) => be(/^challenge-/.test(`${code}`) ? 'asking' : 'absent')(),
        ...(isHcaptcha
          ? { hl: language, 'challenge-container': challenge.id, 'chalexpired-callback': be('asking') }
          : {
              language,
              appearance: 'interaction-only',
              'response-field': false,
              'before-interactive-callback': be('asking'),
              'timeout-callback': be('asking'),
              'unsupported-callback': be('absent'),
            }),
      });
    })
    .catch(be('absent'));

  /** Resolves when the provider has come to something, and when that takes too long. */
  function settled(): Promise<void> {
    return new Promise((done) => {
      let stopWatching = () => {};
      const finish = () => {
        stopTimer();
        stopWatching();
        done();
      };
      const stopTimer = after(timeoutMs, finish);
      stopWatching = state.subscribe((now) => {
        if (now !== 'waiting') finish();
      });
    });
  }

  return {
    state,
    async prove() {
      if (state.peek() === 'waiting') await settled();
      if (state.peek() === 'asking' && !isTold) {
        isTold = true;
        return { ok: false };
      }
      if (token === undefined) return { ok: true };
      const given = token;
      isSpent = true;
      return { ok: true, token: given };
    },
    renew() {
      if (!isSpent || provider === undefined) return;
      isSpent = false;
      be(isHcaptcha ? 'asking' : 'waiting')();
      provider.reset(id);
    },
    dispose() {
      disposed = true;
      if (id !== undefined) provider?.remove(id);
    },
  };
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
