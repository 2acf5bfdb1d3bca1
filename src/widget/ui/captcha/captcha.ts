import { type ReadonlySignal, signal } from '@preact/signals';
import type { CaptchaProof } from '../../../core/index.ts';
import { captchaAction, type PublicCaptcha } from '../../../protocol/proxy/public-config.ts';
import { loadProvider, type Provider } from './load-provider.ts';

/** `loading`: waits for the provider. `prompting`: waits for the visitor. `unavailable`: blocked or broken. */
export type CaptchaState = 'loading' | 'prompting' | 'passed' | 'unavailable';

/** A captcha in the form, rendered by its provider. */
export interface Captcha {
  readonly state: ReadonlySignal<CaptchaState>;
  /**
   * Returns the proof that the visitor is human. If the visitor still has to solve the captcha, the first call fails. After
   * that, or without the provider, the lead is sent without a token, and the proxy holds it for a person to check.
   */
  prove(): CaptchaProof;
  /** Requests another token if the last one was used, because each token is valid for one attempt. */
  renew(): void;
  dispose(): void;
}

/** The rendered captcha, or why there is none. */
export type RenderedCaptcha = Captcha | 'loading' | 'failed';

export type CaptchaDeps = {
  settings: PublicCaptcha;
  /** Where the provider renders. It must be outside shadow roots, in which providers do not work. */
  container: HTMLElement;
  /** Where hCaptcha shows its pictures. By default they would be covered by the top layer. */
  challenge: HTMLElement;
  theme: 'light' | 'dark';
  /** Two letters. */
  language: string;
};

/** The width that both providers need for their normal size, in pixels. */
const normalWidth = 303;

export function createCaptcha({ settings, container, challenge, theme, language }: CaptchaDeps): Captcha {
  const isHcaptcha = settings.provider === 'hcaptcha';
  /** hCaptcha always shows a checkbox. Turnstile prompts only if it is not sure. */
  const initialState = isHcaptcha ? 'prompting' : 'loading';
  const state = signal<CaptchaState>('loading');
  let token: string | undefined;
  let hasPrompted = false;
  let isTokenUsed = false;
  let isDisposed = false;
  let provider: Provider | undefined;
  let widgetId: unknown;

  const setState = (next: CaptchaState, nextToken?: string) => {
    token = nextToken;
    state.value = next;
  };

  loadProvider(settings).then(renderWidget).catch(fail);

  /** The lead is sent without a token. The site's developers learn why. */
  function fail(error: unknown): void {
    setState('unavailable');
    console.warn('[leadchat] the captcha does not work:', error);
  }

  function renderWidget(loaded: Provider): void {
    if (isDisposed) return;
    provider = loaded;
    setState(initialState);
    const fullSize = isHcaptcha ? 'normal' : 'flexible';
    widgetId = loaded.render(container, {
      sitekey: settings.siteKey,
      theme,
      size: container.clientWidth < normalWidth ? 'compact' : fullSize,
      callback: (newToken: unknown) => {
        isTokenUsed = false;
        setState('passed', String(newToken));
      },
      'expired-callback': () => setState(initialState),
      // After closing the pictures, the visitor can open them again. All other errors are the provider's.
      'error-callback': (code: unknown) => setState(/^challenge-/.test(`${code}`) ? 'prompting' : 'unavailable'),
      ...(isHcaptcha
        ? {
            hl: language,
            'challenge-container': challenge.id,
            'chalexpired-callback': () => setState('prompting'),
          }
        : {
            language,
            action: captchaAction,
            appearance: 'interaction-only',
            'response-field': false,
            'before-interactive-callback': () => setState('prompting'),
            'timeout-callback': () => setState('prompting'),
            'unsupported-callback': () => setState('unavailable'),
          }),
    });
    // Turnstile returns nothing if it cannot render.
    if (widgetId === undefined) throw new Error(`${settings.provider} has rendered nothing`);
  }

  function attempt(call: () => void): void {
    try {
      call();
    } catch (error) {
      fail(error);
    }
  }

  return {
    state,
    prove() {
      if (state.peek() === 'prompting' && !hasPrompted) {
        hasPrompted = true;
        return { ok: false };
      }
      if (token === undefined) return { ok: true };
      isTokenUsed = true;
      return { ok: true, token };
    },
    renew() {
      if (!isTokenUsed || provider === undefined) return;
      isTokenUsed = false;
      setState(initialState);
      attempt(() => provider?.reset(widgetId));
    },
    dispose() {
      isDisposed = true;
      if (widgetId !== undefined) attempt(() => provider?.remove(widgetId));
    },
  };
}
