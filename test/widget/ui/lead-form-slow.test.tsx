// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { PublicCaptcha } from '../../../src/protocol/index.ts';
import { type RenderPanelOptions, renderPanel, type } from '../support/render-panel.ts';

const captchaChunk = '../../../src/widget/ui/captcha/CaptchaBox.tsx';
const captcha: PublicCaptcha = { provider: 'turnstile', siteKey: 'site-key' };

/** Delays a chunk until the test releases it. */
function delayChunk(path: string) {
  const gate = Promise.withResolvers<void>();
  vi.doMock(path, async () => {
    await gate.promise;
    return vi.importActual(path);
  });
  return { release: () => gate.resolve() };
}

/** Turnstile, whose script is already loaded, and which calls back only when the test does. */
function stubTurnstile() {
  const render = vi.fn((_element: HTMLElement, _parameters: Record<string, (value?: string) => void>) => 1);
  vi.stubGlobal('turnstile', { render, reset: vi.fn(), remove: vi.fn() });
  return render;
}

/** The form, filled in and submitted. */
async function submitForm(options: RenderPanelOptions = {}) {
  const rendered = renderPanel({ leadForm: 'required', ...options });
  const { view, clock } = rendered;
  vi.spyOn(systemClock, 'after').mockImplementation(clock.after);
  const button = await view.findByText('Start chat');
  type(view.getByRole('textbox', { name: 'Phone' }), '(415) 555-2671');
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

  it('sends the lead if the visitor skips the form meanwhile', async () => {
    delayChunk(captchaChunk);
    const { clock, gateway, chat, view } = await submitForm({ captcha, leadForm: 'optional' });
    chat.skipLead();
    expect(await view.findByRole('log')).toBeTruthy();
    await clock.advance(6_000);
    expect(gateway.requests).toHaveLength(1);
  });

  it('waits for code and provider together, and only for six seconds', async () => {
    const render = stubTurnstile();
    const chunk = delayChunk(captchaChunk);
    const { clock, gateway } = await submitForm({ captcha });
    await clock.advance(4_000);
    chunk.release();
    await vi.waitFor(() => expect(render).toHaveBeenCalled());
    expect(gateway.requests).toEqual([]);
    await clock.advance(2_000);
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]).not.toHaveProperty('captcha');
  });

  it('leaves the visitor as much time for a challenge as they need', async () => {
    const render = stubTurnstile();
    const { clock, gateway, view } = await submitForm({ captcha });
    await vi.waitFor(() => expect(render).toHaveBeenCalled());
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
    await vi.waitFor(() => expect(render).toHaveBeenCalled());
    isOpen.value = false;
    render.mock.lastCall?.[1]['before-interactive-callback']?.();
    await clock.advance(0);
    expect(gateway.requests).toHaveLength(1);
  });
});
