// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicCaptcha } from '../../../src/protocol/proxy/public-config.ts';
import { createCaptcha } from '../../../src/widget/ui/captcha/captcha.ts';
import { waitFor } from '../../support/wait-for.ts';

type Callbacks = Record<string, (value?: string) => unknown>;

const settings: PublicCaptcha = { provider: 'turnstile', siteKey: 'site-key' };

/** The provider's script, which is already loaded. */
function provide(name: 'turnstile' | 'hcaptcha') {
  const api = { render: vi.fn((_element: HTMLElement, _parameters: Callbacks) => 7), reset: vi.fn(), remove: vi.fn() };
  vi.stubGlobal(name, api);
  return api;
}

async function draw(name: 'turnstile' | 'hcaptcha', api = provide(name)) {
  const captcha = begin({ ...settings, provider: name });
  await waitFor(() => expect(api.render).toHaveBeenCalled());
  const parameters = api.render.mock.lastCall?.[1] ?? {};
  return { api, captcha, parameters };
}

function begin(own: PublicCaptcha) {
  const container = document.createElement('div');
  const challenge = document.createElement('div');
  challenge.id = 'pictures';
  return createCaptcha({ settings: own, container, challenge, theme: 'dark', language: 'de' });
}

/** Collects the scripts that were added to the page. happy-dom would refuse to load them. */
let scripts: HTMLScriptElement[] = [];

beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
    return node;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'leadchatTurnstileReady');
  Reflect.deleteProperty(window, 'leadchatHcaptchaReady');
});

describe('the captcha', () => {
  it('is rendered in the widget’s theme and language', async () => {
    const turnstile = await draw('turnstile');
    expect(turnstile.parameters).toMatchObject({
      sitekey: 'site-key',
      theme: 'dark',
      language: 'de',
      action: 'leadchat-lead',
    });
    const hcaptcha = await draw('hcaptcha');
    expect(hcaptcha.parameters).toMatchObject({ theme: 'dark', hl: 'de', 'challenge-container': 'pictures' });
  });

  it('returns a token once, and requests another one if the lead was not accepted', async () => {
    const { captcha, parameters, api } = await draw('turnstile');
    parameters.callback?.('one');
    expect(captcha.prove()).toEqual({ ok: true, token: 'one' });
    captcha.renew();
    expect(api.reset).toHaveBeenCalledExactlyOnceWith(7);
    expect(captcha.state.value).toBe('loading');
    parameters.callback?.('two');
    expect(captcha.prove()).toEqual({ ok: true, token: 'two' });
  });

  it('keeps a token that was not used', async () => {
    const { captcha, parameters, api } = await draw('turnstile');
    parameters.callback?.('one');
    captcha.renew();
    expect(api.reset).not.toHaveBeenCalled();
    expect(captcha.prove()).toEqual({ ok: true, token: 'one' });
  });

  it('does not return an expired token', async () => {
    const { captcha, parameters } = await draw('turnstile');
    parameters.callback?.('old');
    parameters['expired-callback']?.();
    expect(captcha.prove()).toEqual({ ok: true });
    parameters.callback?.('new');
    expect(captcha.prove()).toEqual({ ok: true, token: 'new' });
  });

  it('asks the visitor once to solve the captcha, and then sends the lead without a token', async () => {
    const { captcha } = await draw('hcaptcha');
    expect(captcha.state.value).toBe('prompting');
    expect(captcha.prove()).toEqual({ ok: false });
    expect(captcha.prove()).toEqual({ ok: true });
  });

  it('returns no token while the provider fails, and a token again when it has recovered', async () => {
    const { captcha, parameters } = await draw('turnstile');
    parameters['error-callback']?.('300010');
    expect(captcha.prove()).toEqual({ ok: true });
    parameters.callback?.('late');
    expect(captcha.prove()).toEqual({ ok: true, token: 'late' });
  });

  it('still prompts after the visitor has closed hCaptcha’s pictures', async () => {
    const { captcha, parameters } = await draw('hcaptcha');
    parameters['error-callback']?.('challenge-closed');
    expect(captcha.state.value).toBe('prompting');
  });

  it('loads the provider’s script once for all widgets of a page', async () => {
    const one = begin(settings);
    const other = begin(settings);
    expect(scripts.map(({ src }) => src)).toEqual([
      'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=leadchatTurnstileReady',
    ]);
    const api = provide('turnstile');
    Reflect.get(window, 'leadchatTurnstileReady')();
    await waitFor(() => expect(api.render).toHaveBeenCalledTimes(2));
    expect(Reflect.has(window, 'leadchatTurnstileReady')).toBe(false);
    one.dispose();
    other.dispose();
    expect(api.remove).toHaveBeenCalledTimes(2);
  });

  it('returns no token if the provider’s script is blocked', async () => {
    const captcha = begin({ ...settings, provider: 'hcaptcha', scriptUrl: 'https://captcha.example.com/api.js' });
    const [script] = scripts;
    expect(script?.src).toBe('https://captcha.example.com/api.js?render=explicit&onload=leadchatHcaptchaReady');
    script?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(captcha.state.value).toBe('unavailable'));
    expect(captcha.prove()).toEqual({ ok: true });
  });

  // Cause: the second waiter had no part in the failure of the first one's script, and waited for a call that never came.
  it('fails for everyone who waits for the provider, and is loaded again for the next form', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const waiting = [begin(settings), begin(settings)];
    scripts[0]?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(waiting.map(({ state }) => state.value)).toEqual(['unavailable', 'unavailable']));
    expect(Reflect.has(window, 'leadchatTurnstileReady')).toBe(false);
    const next = begin(settings);
    expect(scripts).toHaveLength(2);
    provide('turnstile');
    Reflect.get(window, 'leadchatTurnstileReady')();
    await waitFor(() => expect(next.state.value).toBe('loading'));
    next.dispose();
  });

  it('fails for a second copy of the widget too, which loads no second script', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    begin(settings);
    const script = document.createElement('script');
    script.type = 'text/plain';
    script.src = scripts[0]?.src ?? '';
    document.body.append(script);
    // Vite takes a module with a query for another one.
    const copyPath = '../../../src/widget/ui/captcha/load-provider.ts?copy';
    const copy: typeof import('../../../src/widget/ui/captcha/load-provider.ts') = await import(copyPath);
    const failed = expect(copy.loadProvider(settings)).rejects.toThrow('did not deliver the script');
    expect(scripts).toHaveLength(1);
    scripts[0]?.dispatchEvent(new Event('error'));
    script.dispatchEvent(new Event('error'));
    await failed;
  });

  it('waits for its own provider if another widget of the page uses the other one', async () => {
    const turnstile = begin(settings);
    const hcaptcha = begin({ ...settings, provider: 'hcaptcha' });
    provide('turnstile');
    Reflect.get(window, 'leadchatTurnstileReady')();
    provide('hcaptcha');
    expect(hcaptcha.state.value).toBe('loading');
    Reflect.get(window, 'leadchatHcaptchaReady')();
    await waitFor(() => expect(hcaptcha.state.value).toBe('prompting'));
    turnstile.dispose();
    hcaptcha.dispose();
  });

  it('fails at once if a blocker delivers an empty script, which never calls back', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const captcha = begin(settings);
    scripts[0]?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(captcha.state.value).toBe('unavailable'));
  });

  it('fails at once if the page’s policy forbids the script, also the next time', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const createPolicy = vi.fn(() => {
      throw new TypeError('refused by the policy');
    });
    vi.stubGlobal('trustedTypes', { createPolicy });
    const captchas = [begin(settings), begin(settings)];
    await waitFor(() => expect(captchas.map(({ state }) => state.value)).toEqual(['unavailable', 'unavailable']));
    const next = begin(settings);
    await waitFor(() => expect(next.state.value).toBe('unavailable'));
    expect(Reflect.has(window, 'leadchatTurnstileReady')).toBe(false);
  });

  // Cause: the state had already become that of a rendered captcha, so the lead waited six seconds, or for a box that was not there.
  it.each(['turnstile', 'hcaptcha'] as const)('gives no token at once if %s cannot render', async (name) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    for (const render of [
      () => {
        throw new Error('refused by the test');
      },
      () => undefined,
    ]) {
      vi.stubGlobal(name, { render, reset: vi.fn(), remove: vi.fn() });
      const captcha = begin({ ...settings, provider: name });
      await waitFor(() => expect(captcha.state.value).toBe('unavailable'));
      expect(captcha.prove()).toEqual({ ok: true });
      captcha.dispose();
    }
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('survives a provider that throws when it is reset or removed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const api = provide('turnstile');
    const { captcha, parameters } = await draw('turnstile', api);
    const refuse = () => {
      throw new Error('refused by the test');
    };
    api.reset.mockImplementation(refuse);
    api.remove.mockImplementation(refuse);
    parameters.callback?.('one');
    captcha.prove();
    captcha.renew();
    expect(captcha.state.value).toBe('unavailable');
    expect(captcha.prove()).toEqual({ ok: true });
    captcha.dispose();
  });

  it('takes the script’s URL from a policy if the page requires Trusted Types', async () => {
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
    vi.stubGlobal('trustedTypes', { createPolicy });
    begin(settings);
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('leadchat-captcha', expect.anything());
    expect(scripts[0]?.src).toContain('challenges.cloudflare.com');
  });
});
