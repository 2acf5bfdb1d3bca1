import type { PublicCaptcha } from '../../../protocol/index.ts';

/** The API that Turnstile and hCaptcha share when they are loaded with `render=explicit`. */
export interface Provider {
  render(container: HTMLElement, parameters: Readonly<Record<string, unknown>>): unknown;
  reset(id: unknown): void;
  remove(id: unknown): void;
}

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
} as const;

/** The provider calls this global when it is ready. Before that, `render` may exist but not work. */
const readyCallback = 'leadchatCaptchaReady';

/** Loads the provider's script once for all widgets of a page, unless the page itself has loaded it. */
export async function loadProvider({ provider, scriptUrl }: PublicCaptcha): Promise<Provider> {
  const found = providerOf(provider);
  if (found !== null) return found;
  await new Promise<void>((ready, fail) => {
    const before: unknown = Reflect.get(window, readyCallback);
    Reflect.set(window, readyCallback, () => {
      if (typeof before === 'function') before();
      Reflect.deleteProperty(window, readyCallback);
      ready();
    });
    // Another widget has requested the script.
    if (before !== undefined) return;
    const address = new URL(scriptUrl ?? scripts[provider]);
    address.searchParams.set('render', 'explicit');
    address.searchParams.set('onload', readyCallback);
    const script = document.createElement('script');
    script.async = true;
    script.onerror = () => {
      Reflect.deleteProperty(window, readyCallback);
      script.remove();
      fail(new Error(`${address.origin} did not deliver the script`));
    };
    Reflect.set(script, 'src', trusted(address.href));
    document.head.append(script);
  });
  const loaded = providerOf(provider);
  if (loaded === null) throw new Error(`the script of ${provider} defines no captcha`);
  return loaded;
}

function providerOf(name: PublicCaptcha['provider']): Provider | null {
  const found: unknown = Reflect.get(window, name);
  return isProvider(found) ? found : null;
}

function isProvider(found: unknown): found is Provider {
  return ['render', 'reset', 'remove'].every((method) => typeof Object(found)[method] === 'function');
}

/** A page that requires Trusted Types accepts script URLs only from a policy. It can allow this one by its name. */
function trusted(address: string): unknown {
  const { trustedTypes } = Object(window);
  if (trustedTypes === undefined) return address;
  return trustedTypes
    .createPolicy('leadchat-captcha', { createScriptURL: (url: string) => url })
    .createScriptURL(address);
}
