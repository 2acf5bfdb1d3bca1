import type { PublicCaptcha } from '../../../protocol/index.ts';

/** What Turnstile and hCaptcha have in common once they are told to render nothing by themselves. */
export interface Provider {
  render(container: HTMLElement, parameters: Readonly<Record<string, unknown>>): unknown;
  reset(id: unknown): void;
  remove(id: unknown): void;
}

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
} as const;

/** The provider calls it when it is ready: before that, `render` may be there and not work yet. */
const readyCallback = 'leadchatCaptchaReady';

/** The provider's script, once for all widgets of a page; the page's own, when it has loaded it already. */
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
    // Another widget's script is on its way.
    if (before !== undefined) return;
    const address = new URL(scriptUrl ?? scripts[provider]);
    address.searchParams.set('render', 'explicit');
    address.searchParams.set('onload', readyCallback);
    const script = document.createElement('script');
    script.async = true;
    script.onerror = () => {
      Reflect.deleteProperty(window, readyCallback);
      script.remove();
      fail(new Error(`${address.origin} gave no script`));
    };
    Reflect.set(script, 'src', trusted(address.href));
    document.head.append(script);
  });
  const loaded = providerOf(provider);
  if (loaded === null) throw new Error(`the script of ${provider} brought no captcha`);
  return loaded;
}

function providerOf(name: PublicCaptcha['provider']): Provider | null {
  const found: unknown = Reflect.get(window, name);
  return isProvider(found) ? found : null;
}

function isProvider(found: unknown): found is Provider {
  return ['render', 'reset', 'remove'].every((method) => typeof Object(found)[method] === 'function');
}

/** A page that requires Trusted Types takes a script's address only from a policy, and may list this one by name. */
function trusted(address: string): unknown {
  const { trustedTypes } = Object(window);
  if (trustedTypes === undefined) return address;
  return trustedTypes
    .createPolicy('leadchat-captcha', { createScriptURL: (url: string) => url })
    .createScriptURL(address);
}
