import { definedGlobal, listOf, pageDocument, removeNode } from '../../../page-globals.ts';
import type { PublicCaptcha } from '../../../protocol/proxy/public-config.ts';
import { WebUrl } from '../../../protocol/web-url.ts';

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

type ProviderName = PublicCaptcha['provider'];

/** A provider calls its global when it is ready. Before that, `render` may exist but not work. */
const readyCallbacks = { turnstile: 'leadchatTurnstileReady', hcaptcha: 'leadchatHcaptchaReady' } as const;

/** The providers that are loading, each for all widgets that wait for it. */
const loading = new Map<ProviderName, Promise<Provider>>();

/** Loads the provider's script once for all widgets of a page, unless the page itself has loaded it. Rejects if it fails. */
export async function loadProvider(settings: PublicCaptcha): Promise<Provider> {
  const { provider } = settings;
  const found = providerOf(provider) ?? loading.get(provider);
  if (found !== undefined) return found;
  const loaded = requestProvider(settings);
  loading.set(provider, loaded);
  try {
    return await loaded;
  } finally {
    // After a failure, the next form tries again.
    loading.delete(provider);
  }
}

async function requestProvider({ provider, scriptUrl }: PublicCaptcha): Promise<Provider> {
  const address = new WebUrl(scriptUrl ?? scripts[provider]);
  const callback = readyCallbacks[provider];
  address.searchParams.set('render', 'explicit');
  address.searchParams.set('onload', callback);
  const before = definedGlobal(callback);
  // A second copy of the widget, such as one from another proxy, may have requested the script.
  const requested = before === undefined ? undefined : findScript(address.href);
  const script = requested ?? createScript(address.href);
  try {
    await new Promise<void>((ready, fail) => {
      Reflect.set(window, callback, () => {
        if (typeof before === 'function') before();
        ready();
      });
      script.addEventListener('error', () => fail(new Error(`${address.origin} did not deliver the script`)));
      // Some blockers deliver an empty script, which never calls back.
      script.addEventListener('load', () => {
        if (providerOf(provider) === undefined) fail(new Error(`the script of ${provider} defines no captcha`));
      });
      if (requested === undefined) pageDocument.head.appendChild(script);
    });
  } catch (error) {
    removeNode(script);
    throw error;
  } finally {
    Reflect.deleteProperty(window, callback);
  }
  const loaded = providerOf(provider);
  if (loaded === undefined) throw new Error(`the script of ${provider} defines no captcha`);
  return loaded;
}

function findScript(address: string): HTMLScriptElement | undefined {
  return listOf(pageDocument.scripts).find(({ src }) => src === address);
}

function createScript(address: string): HTMLScriptElement {
  const script = pageDocument.createElement('script');
  script.async = true;
  Reflect.set(script, 'src', trusted(address));
  return script;
}

function providerOf(name: ProviderName): Provider | undefined {
  const found = definedGlobal(name);
  return isProvider(found) ? found : undefined;
}

function isProvider(found: unknown): found is Provider {
  return ['render', 'reset', 'remove'].every((method) => typeof Object(found)[method] === 'function');
}

/** Created once, because a page's policy may forbid a second one of the same name. */
let policy: { createScriptURL(url: string): unknown } | undefined;

/** A page that requires Trusted Types accepts script URLs only from a policy. It can allow this one by its name. */
function trusted(address: string): unknown {
  const trustedTypes = Object(definedGlobal('trustedTypes'));
  if (trustedTypes.createPolicy === undefined) return address;
  policy ??= trustedTypes.createPolicy('leadchat-captcha', { createScriptURL: (url: string) => url });
  return policy?.createScriptURL(address);
}
