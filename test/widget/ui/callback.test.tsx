// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallbackState } from '../../../src/core/leads/callback.ts';
import { createTranslator } from '../../../src/i18n/translator.ts';
import type { PublicCall } from '../../../src/protocol/index.ts';
import { callText } from '../../../src/widget/ui/callback/callback-availability.ts';
import { fakeChat, fakeForm, showPanel } from './support/fake-chat.ts';

const shown: ReturnType<typeof showPanel>[] = [];
const offered: PublicCall = { countries: ['US'] };

function show(leadForm = false, call: PublicCall | null = offered) {
  const { form, country, submit } = fakeForm();
  const { chat, state } = fakeChat(leadForm ? form : null);
  const one = showPanel(chat, {}, { call });
  shown.push(one);
  return { ...one, chat, state, country, submit, view: within(one.layer) };
}

afterEach(() => {
  for (const { panel, root } of shown.splice(0)) {
    panel.dispose();
    root.host.remove();
  }
});

const lines: [CallbackState, string][] = [
  [{ status: 'asking' }, 'Requesting a call…'],
  [{ status: 'requested', state: 'waiting' }, "We'll call you shortly."],
  [{ status: 'requested', state: 'placing' }, "We're calling you now."],
  [{ status: 'requested', state: 'ringing' }, "We're calling you now."],
  [{ status: 'requested', state: 'answered' }, 'Call connected.'],
  [{ status: 'requested', state: 'completed' }, 'The call has ended.'],
  [{ status: 'requested', state: 'failed' }, "The call didn't go through. Please write to us here."],
  [{ status: 'requested', state: 'expired' }, "We couldn't call in time. Please write to us here."],
  [{ status: 'requested', state: 'unknown' }, 'We may already be calling you.'],
  [{ status: 'failed', code: 'closed' }, "We don't call at this hour. Please write to us here."],
  [{ status: 'failed', code: 'country' }, "We can't call this number. Please write to us here."],
  [{ status: 'failed', code: 'rate-limited' }, "We can't call again for now. Please write to us here."],
  [{ status: 'failed', code: 'off' }, "Calls aren't available right now. Please write to us here."],
  [{ status: 'failed', code: 'unreachable' }, "We couldn't request the call."],
];

describe('a call-back', () => {
  it.each(lines)('says how far it is: %j', async (callback, text) => {
    const { state, view } = show();
    state.callback.value = callback;
    await vi.waitFor(() => expect(view.getByText(text)).toBeTruthy());
  });

  it('can be put away when it is over, and not before', async () => {
    const { state, view } = show();
    state.callback.value = { status: 'requested', state: 'ringing' };
    await vi.waitFor(() => expect(view.getByText("We're calling you now.")).toBeTruthy());
    expect(view.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    state.callback.value = { status: 'requested', state: 'completed' };
    view.getByRole('button', { name: 'Dismiss' }).click();
    await vi.waitFor(() => expect(view.queryByText('The call has ended.')).toBeNull());
  });

  it('can be asked for again when the way to the proxy failed, and not when the proxy refused', async () => {
    const { state, view, chat } = show();
    state.callback.value = { status: 'failed', code: 'unreachable' };
    (await view.findByRole('button', { name: 'Try again' })).click();
    expect(chat.requestCall).toHaveBeenCalledOnce();
    state.callback.value = { status: 'failed', code: 'closed' };
    await vi.waitFor(() => expect(view.queryByRole('button', { name: 'Try again' })).toBeNull());
  });

  it('is offered in the form for numbers of countries that are called', async () => {
    const { view, country, submit } = show(true);
    const button = await view.findByRole('button', { name: 'Call me back' });
    button.click();
    expect(submit).toHaveBeenCalledWith(expect.objectContaining({ callback: true }));
    country.value = 'DE';
    await vi.waitFor(() => expect(view.queryByRole('button', { name: 'Call me back' })).toBeNull());
  });

  it('is offered nowhere when the form has none', async () => {
    const { view } = show(true, null);
    await vi.waitFor(() => expect(view.getByRole('button', { name: 'Start chat' })).toBeTruthy());
    expect(view.queryByRole('button', { name: 'Call me back' })).toBeNull();
  });

  it('is offered in the menu to whoever left a lead, unless one is on its way', async () => {
    const { view, chat, state } = show();
    const openMenu = () => view.getByRole('button', { name: 'Menu' }).click();
    openMenu();
    await vi.waitFor(() => expect(view.getByRole('button', { name: 'New conversation' })).toBeTruthy());
    expect(view.queryByRole('button', { name: 'Call me back' })).toBeNull();
    state.lead.value = { status: 'accepted', lead: 'd1000000-0000-4000-8000-000000000001' };
    (await view.findByRole('button', { name: 'Call me back' })).click();
    expect(chat.requestCall).toHaveBeenCalledOnce();
    state.callback.value = { status: 'requested', state: 'ringing' };
    openMenu();
    await vi.waitFor(() => expect(view.getByRole('button', { name: 'New conversation' })).toBeTruthy());
    expect(view.queryByRole('button', { name: 'Call me back' })).toBeNull();
  });

  it('is offered within opening hours only', () => {
    const translator = createTranslator('en', []);
    const hours = [{ days: ['mon'], from: '09:00', to: '17:00' }];
    const at = (time: string) =>
      callText(
        { ...offered, hours, timeZone: 'Europe/London' },
        'US',
        translator,
        Date.parse(`2026-11-23T${time}:00Z`),
      );
    expect([at('08:59'), at('09:00'), at('17:00')]).toEqual([null, 'Call me back', null]);
  });
});
