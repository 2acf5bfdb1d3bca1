// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { Identity } from '../../../src/core/leads/lead-gateway.ts';
import type { PublicCaptcha } from '../../../src/protocol/proxy/public-config.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type RenderPanelOptions, renderPanel, type } from '../support/render-panel.ts';

const captchaChunk = '../../../src/widget/ui/captcha/CaptchaBox.tsx';
const captcha: PublicCaptcha = { provider: 'turnstile', siteKey: 'site-key' };

/** Delays a chunk until the test releases it, or lets it fail. */
function delayChunk(path: string, overrides: Record<string, unknown> = {}) {
  const gate = Promise.withResolvers<void>();
  vi.doMock(path, async () => {
    await gate.promise;
    return { ...(await vi.importActual(path)), ...overrides };
  });
  return { release: () => gate.resolve(), fail: () => gate.reject(new Error('the network is gone')) };
}

/** Turnstile, whose script is already loaded, and which calls back only when the test does. */
function stubTurnstile() {
  const render = vi.fn((_element: HTMLElement, _parameters: Record<string, (value?: string) => void>) => 1);
  vi.stubGlobal('turnstile', { render, reset: vi.fn(), remove: vi.fn() });
  return render;
}

/** The form, filled in and submitted. */
async function submitForm({ phone = '(415) 555-2671', ...options }: RenderPanelOptions & { phone?: string } = {}) {
  const rendered = renderPanel({ leadForm: 'required', ...options });
  const { view, clock } = rendered;
  vi.spyOn(systemClock, 'after').mockImplementation(clock.after);
  const button = await view.findByText('Start chat');
  type(view.getByRole('textbox', { name: 'Phone' }), phone);
  button.click();
  expect((await view.findByText('Sending…')).getAttribute('aria-disabled')).toBe('true');
  return rendered;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.doUnmock(captchaChunk);
});

describe('a form whose captcha is slow', () => {
  // The lead used to wait for ever, and was stored nowhere.
  it('sends the lead without a token six seconds after the submission if the code does not load', async () => {
    delayChunk(captchaChunk);
    const { clock, gateway, view } = await submitForm({ captcha });
    await clock.advance(5_900);
    expect(gateway.requests).toEqual([]);
    await clock.advance(100);
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]).not.toHaveProperty('captcha');
    expect(await view.findByRole('log')).toBeTruthy();
  });

  it('sends the lead if the visitor closes the panel before the code is loaded', async () => {
    const chunk = delayChunk(captchaChunk);
    const { clock, gateway, isOpen } = await submitForm({ captcha });
    isOpen.value = false;
    await clock.advance(0);
    chunk.release();
    await clock.advance(6_000);
    expect(gateway.requests).toHaveLength(1);
  });

  // Cause: it waited six seconds for a captcha that was gone together with the form.
  it('sends the lead at once if the visitor skips the form meanwhile', async () => {
    delayChunk(captchaChunk);
    const { gateway, chat, view } = await submitForm({ captcha, leadForm: 'optional' });
    chat.skipLead();
    expect(await view.findByRole('log')).toBeTruthy();
    await waitFor(() => expect(gateway.requests).toHaveLength(1));
  });

  it('sends the lead at once if the provider fails to render', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    stubTurnstile().mockImplementation(() => {
      throw new Error('refused by the test');
    });
    const { gateway } = await submitForm({ captcha });
    await waitFor(() => expect(gateway.requests).toHaveLength(1));
    expect(gateway.requests[0]).not.toHaveProperty('captcha');
  });

  it('waits for code and provider together, and only for six seconds', async () => {
    const render = stubTurnstile();
    const chunk = delayChunk(captchaChunk);
    const { clock, gateway } = await submitForm({ captcha });
    await clock.advance(4_000);
    chunk.release();
    await waitFor(() => expect(render).toHaveBeenCalled());
    expect(gateway.requests).toEqual([]);
    await clock.advance(2_000);
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]).not.toHaveProperty('captcha');
  });

  it('leaves the visitor as much time for a challenge as they need', async () => {
    const render = stubTurnstile();
    const { clock, gateway, view } = await submitForm({ captcha });
    await waitFor(() => expect(render).toHaveBeenCalled());
    const provider = render.mock.lastCall?.[1];
    provider?.['before-interactive-callback']?.();
    await view.findByText(/^Please complete this check/);
    await clock.advance(60_000);
    expect(gateway.requests).toEqual([]);
    provider?.callback?.('token');
    view.getByText('Start chat').click();
    await clock.advance(0);
    expect(gateway.requests[0]?.captcha).toBe('token');
  });

  it('does not prompt a visitor who has closed the panel', async () => {
    const render = stubTurnstile();
    const { clock, gateway, isOpen } = await submitForm({ captcha });
    await waitFor(() => expect(render).toHaveBeenCalled());
    isOpen.value = false;
    render.mock.lastCall?.[1]['before-interactive-callback']?.();
    await clock.advance(0);
    expect(gateway.requests).toHaveLength(1);
  });
});

describe('a form with a phone', () => {
  it('is sent at once, as it was typed, with the country', async () => {
    const { gateway, view } = renderPanel({ leadForm: 'required', defaultCountry: 'US' });
    const button = await view.findByText('Start chat');
    type(view.getByRole('textbox', { name: 'Phone' }), '(415) 555-2671 x12');
    button.click();
    await waitFor(() => expect(gateway.requests).toHaveLength(1));
    expect(gateway.requests).toMatchObject([{ fields: { phone: '(415) 555-2671 x12' }, country: 'US' }]);
  });
});

describe('a form whose visitor is identified late', () => {
  /** The proxy verifies the token when the test lets it. The token contains everything that the form requires. */
  async function identifyLate() {
    const rendered = renderPanel({ leadForm: 'required' });
    const { gateway, view } = rendered;
    const identity = Promise.withResolvers<Identity>();
    vi.spyOn(gateway, 'identify').mockReturnValue(identity.promise);
    await view.findByText('Start chat');
    return {
      ...rendered,
      verify: () =>
        identity.resolve({ status: 'verified', fields: { phone: '+14155552671', first_name: 'Ada' }, issues: [] }),
    };
  }

  // The form used to vanish while the visitor was typing, and what they had typed so far was sent.
  it('stays if the visitor has begun to fill it in, with verified fields read-only, until they submit it', async () => {
    const { chat, clock, gateway, verify, view } = await identifyLate();
    chat.setUserToken('token');
    await view.findByText('Connecting…');
    await clock.advance(3_000);
    const lastName = await view.findByRole('textbox', { name: /^Last name/ });
    type(lastName, 'Love');
    verify();
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('readOnly', true));
    expect(lastName.isConnected).toBe(true);
    expect(gateway.requests).toEqual([]);
    type(lastName, 'Lovelace');
    view.getByText('Start chat').click();
    expect(await view.findByRole('log')).toBeTruthy();
    expect(gateway.requests).toMatchObject([{ fields: { first_name: 'Ada', last_name: 'Lovelace' } }]);
  });

  // Cause: only a lead that the proxy refused brought the form back, so a value that the browser refuses showed placeholders for ever.
  it('is shown with what is wrong if a value of the page is refused, and is sent when the page corrects it', async () => {
    const { chat, gateway, verify, view } = await identifyLate();
    chat.leadForm?.prefill({ email: 'ada@' });
    chat.setUserToken('token');
    verify();
    expect(await view.findByText(/^This doesn't look like an email address/)).toBeTruthy();
    const email = view.getByRole('textbox', { name: /^Email/ });
    expect(email).toHaveProperty('value', 'ada@');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(gateway.requests).toEqual([]);
    chat.leadForm?.prefill({ email: 'ada@example.com' });
    expect(await view.findByRole('log')).toBeTruthy();
    expect(gateway.requests).toMatchObject([{ fields: { email: 'ada@example.com' }, userToken: 'token' }]);
  });

  it.each([
    ['a field', [{ path: 'fields.last_name', message: 'is refused by the test' }], 'is refused by the test'],
    ['the whole lead', [], "We couldn't send this. Please check your details."],
    ['what is not in the form', [{ path: 'attributes.plan', message: 'x' }], /^There's a problem with this page/],
  ])('is shown with what is wrong if the proxy refuses %s', async (_, issues, text) => {
    const { chat, gateway, verify, view } = await identifyLate();
    gateway.outcome = { status: 'refused', code: 'bad-request', message: 'see `issues`', issues };
    chat.setUserToken('token');
    verify();
    expect(await view.findByText(text)).toBeTruthy();
    expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('readOnly', true);
  });

  it('stays while a token is verified that the page sets meanwhile', async () => {
    const { chat, gateway, verify, view } = await identifyLate();
    const lastName = view.getByRole('textbox', { name: /^Last name/ });
    type(lastName, 'Love');
    chat.setUserToken('token');
    verify();
    await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toHaveProperty('readOnly', true));
    expect(lastName.isConnected).toBe(true);
    expect(gateway.requests).toEqual([]);
  });

  it('is skipped if the visitor has not begun to fill it in', async () => {
    const { chat, clock, gateway, verify, view } = await identifyLate();
    chat.setUserToken('token');
    await clock.advance(3_000);
    await view.findByRole('textbox', { name: /^Last name/ });
    verify();
    expect(await view.findByRole('log')).toBeTruthy();
    expect(gateway.requests).toMatchObject([{ fields: { first_name: 'Ada' } }]);
  });
});
