// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicCaptcha } from '../../../src/protocol/index.ts';
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
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'leadchatCaptchaReady');
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
      'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=leadchatCaptchaReady',
    ]);
    const api = provide('turnstile');
    Reflect.get(window, 'leadchatCaptchaReady')();
    await waitFor(() => expect(api.render).toHaveBeenCalledTimes(2));
    expect(Reflect.has(window, 'leadchatCaptchaReady')).toBe(false);
    one.dispose();
    other.dispose();
    expect(api.remove).toHaveBeenCalledTimes(2);
  });

  it('returns no token if the provider’s script is blocked', async () => {
    const captcha = begin({ ...settings, provider: 'hcaptcha', scriptUrl: 'https://captcha.example.com/api.js' });
    const [script] = scripts;
    expect(script?.src).toBe('https://captcha.example.com/api.js?render=explicit&onload=leadchatCaptchaReady');
    script?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(captcha.state.value).toBe('unavailable'));
    expect(captcha.prove()).toEqual({ ok: true });
  });

  it('takes the script’s URL from a policy if the page requires Trusted Types', async () => {
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
    vi.stubGlobal('trustedTypes', { createPolicy });
    begin(settings);
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('leadchat-captcha', expect.anything());
    expect(scripts[0]?.src).toContain('challenges.cloudflare.com');
  });
});
