// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallState } from '../../../src/protocol/proxy/call-state.ts';
import type { PublicCall } from '../../../src/protocol/proxy/public-config.ts';
import { getCallOffer } from '../../../src/widget/ui/callback/call-offer.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type RenderPanelOptions, renderPanel, type } from '../support/render-panel.ts';
import { clickAsVisitor } from '../support/visitor-events.ts';

const call: PublicCall = { countries: ['US'] };

/** A form with a typed phone number. */
async function renderForm(options: RenderPanelOptions = {}) {
  const rendered = renderPanel({ leadForm: 'required', call, ...options });
  type(await rendered.view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
  return rendered;
}

/** A chat whose visitor has left a lead, with the menu open. */
async function renderMenu(options: RenderPanelOptions = {}) {
  const rendered = await renderForm(options);
  const { chat, view } = rendered;
  view.getByRole('button', { name: 'Start chat' }).click();
  await view.findByRole('log');
  chat.dismissNotice();
  const openMenu = async () => {
    view.getByRole('button', { name: 'Menu' }).click();
    await view.findByRole('button', { name: 'New conversation' });
  };
  await openMenu();
  return {
    ...rendered,
    openMenu,
    requestLater: () => view.getByRole('button', { name: 'Call me later' }).click(),
    requestCall: () => clickAsVisitor(view.getByRole('button', { name: 'Call me now' })),
  };
}

/** The thanks for a lead that no chat follows. */
async function renderThanks(options: RenderPanelOptions = {}) {
  const rendered = await renderForm(options);
  const { afterLead, view } = rendered;
  afterLead.value = 'thanks';
  (await view.findByRole('button', { name: 'Send' })).click();
  await view.findByRole('heading', { name: 'Thank you!' });
  return rendered;
}

const stateTexts: [CallState, string][] = [
  ['waiting', "We'll call you shortly."],
  ['placing', "We're calling you now."],
  ['ringing', "We're calling you now."],
  ['answered', 'Call connected.'],
  ['completed', 'The call has ended.'],
  ['failed', "The call didn't go through. Please write to us here."],
  ['expired', "We couldn't call in time. Please write to us here."],
  ['unknown', 'We may already be calling you.'],
];

const refusalTexts = [
  ['closed', "We don't call at this hour. Please write to us here."],
  ['country', "We can't call this number. Please write to us here."],
  ['rate-limited', "We can't call again for now. Please write to us here."],
  ['off', "Calls aren't available right now. Please write to us here."],
  ['unreachable', "We couldn't request the call."],
];

describe('a call-back', () => {
  it.each(stateTexts)('shows the state %s', async (state, text) => {
    const { clock, gateway, requestCall, settle, view } = await renderMenu();
    gateway.callStatus = () => Promise.resolve({ state });
    requestCall();
    await settle();
    // The state is polled.
    clock.advanceNow(3_000);
    await settle();
    expect(view.getByText(text)).toBeTruthy();
  });

  it.each(refusalTexts)('says why it was refused: %s', async (code, text) => {
    const { gateway, requestCall, view } = await renderMenu();
    gateway.requestCall = () => Promise.resolve({ ok: false, code });
    requestCall();
    expect(await view.findByText(text)).toBeTruthy();
  });

  it('can be dismissed when it is over, and not before', async () => {
    const { clock, gateway, requestCall, settle, view } = await renderMenu();
    requestCall();
    await settle();
    clock.advanceNow(3_000);
    await settle();
    expect(view.getByText("We're calling you now.")).toBeTruthy();
    expect(view.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    gateway.callStatus = () => Promise.resolve({ state: 'completed' });
    clock.advanceNow(3_000);
    await settle();
    view.getByRole('button', { name: 'Dismiss' }).click();
    await waitFor(() => expect(view.queryByText('The call has ended.')).toBeNull());
  });

  it('can be requested again if the request did not reach the proxy, but not if the proxy refused it', async () => {
    const { gateway, requestCall, view } = await renderMenu();
    gateway.requestCall = () => Promise.resolve({ ok: false, code: 'unreachable' });
    requestCall();
    const again = await view.findByRole('button', { name: 'Try again' });
    gateway.requestCall = () => Promise.resolve({ ok: false, code: 'closed' });
    clickAsVisitor(again);
    await view.findByText("We don't call at this hour. Please write to us here.");
    expect(view.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('is offered in the form for numbers of the allowed countries', async () => {
    const { chat, view } = await renderForm();
    expect(await view.findByRole('button', { name: 'Call me now' })).toBeTruthy();
    // The country follows the number.
    await view.findByRole('combobox', { name: 'Country' });
    chat.leadForm?.setCountry('DE');
    await waitFor(() => expect(view.queryByRole('button', { name: 'Call me now' })).toBeNull());
  });

  // Cause: the form looked at the hours only when something else changed.
  it('is no longer offered for now in a form that is open when the hours end', async () => {
    const hours = [{ days: ['mon'], from: '09:00', to: '17:00' }];
    const { now, view } = await renderForm({ call: { ...call, hours, timeZone: 'Europe/London' } });
    now.value = Date.parse('2026-11-23T16:59:00Z');
    expect(await view.findByRole('button', { name: 'Call me now' })).toBeTruthy();
    now.value = Date.parse('2026-11-23T17:00:00Z');
    await waitFor(() => expect(view.queryByRole('button', { name: 'Call me now' })).toBeNull());
    expect(view.getByRole('button', { name: 'Call me later' })).toBeTruthy();
  });

  // Cause: a button that goes takes the focus with it.
  it.each([
    ['the form', renderForm],
    ['the menu', renderMenu],
    ['the thanks', renderThanks],
  ])('leaves the focus on the call for later in %s when the hours end', async (_, renderPlace) => {
    const hours = [{ days: ['mon'], from: '09:00', to: '17:00' }];
    const { now, root, view } = await renderPlace({ call: { ...call, hours, timeZone: 'Europe/London' } });
    now.value = Date.parse('2026-11-23T16:59:00Z');
    (await view.findByRole('button', { name: 'Call me now' })).focus();
    now.value = Date.parse('2026-11-23T17:00:00Z');
    await waitFor(() => expect(view.queryByRole('button', { name: 'Call me now' })).toBeNull());
    expect(root.activeElement).toBe(view.getByRole('button', { name: 'Call me later' }));
  });

  it('leaves the focus in the panel when it is requested after the thanks', async () => {
    const { root, view } = await renderThanks();
    const button = await view.findByRole('button', { name: 'Call me now' });
    button.focus();
    clickAsVisitor(button);
    await view.findByText("We'll call you shortly.");
    expect(root.activeElement).toBe(view.getByRole('dialog'));
  });

  it('is requested together with the lead', async () => {
    const { chat, view } = await renderForm();
    clickAsVisitor(await view.findByRole('button', { name: 'Call me now' }));
    await waitFor(() => expect(chat.state.callback.value.status).toBe('requested'));
  });

  it('is not offered if the form has none', async () => {
    const { view } = renderPanel({ leadForm: 'required' });
    await view.findByRole('button', { name: 'Start chat' });
    expect(view.queryByRole('button', { name: 'Call me now' })).toBeNull();
  });

  it('is offered in the menu to visitors who left a lead, unless one is under way', async () => {
    const { openMenu, requestCall, view } = await renderMenu();
    requestCall();
    await view.findByText("We'll call you shortly.");
    await openMenu();
    expect(view.queryByRole('button', { name: 'Call me now' })).toBeNull();
  });

  it('is not offered in the menu to anonymous visitors', async () => {
    const { settle, view } = renderPanel({ call });
    await settle();
    view.getByRole('button', { name: 'Menu' }).click();
    await view.findByRole('button', { name: 'New conversation' });
    expect(view.queryByRole('button', { name: 'Call me now' })).toBeNull();
  });

  it('is offered for now within its hours only, and for later at any hour', () => {
    const hours = [{ days: ['mon'], from: '09:00', to: '17:00' }];
    const isOpenAt = (time: string) =>
      getCallOffer({ ...call, hours, timeZone: 'Europe/London' }, 'US', Date.parse(`2026-11-23T${time}:00Z`))?.isOpen;
    expect([isOpenAt('08:59'), isOpenAt('09:00'), isOpenAt('17:00')]).toEqual([false, true, false]);
  });

  it('is planned by choosing a day and a time, and can be cancelled', async () => {
    const { chat, gateway, settle, view, requestLater } = await renderMenu();
    const requested: (number | undefined)[] = [];
    gateway.requestCall = async (_lead, at) => {
      requested.push(at);
      return { ok: true, call: { id: 'c1', token: 'secret' }, state: 'planned' };
    };
    // Late in the evening, the first day has only one time.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T09:10') });
    onTestFinished(() => void vi.useRealTimers());
    requestLater();
    const [, time] = within(await view.findByRole('group', { name: /^Time/ })).getAllByRole<HTMLInputElement>('radio');
    if (time === undefined) throw new Error('there is only one time');
    time.click();
    await settle();
    clickAsVisitor(view.getByRole('button', { name: 'Schedule call' }));
    await view.findByText(/^We'll call you: /);
    const [chosen = 0] = requested;
    const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
    expect(time.closest('label')?.textContent?.startsWith(clock.format(chosen))).toBe(true);
    expect(view.queryByRole('region', { name: 'When should we call you?' })).toBeNull();
    gateway.callStatus = () => Promise.resolve({ state: 'cancelled', at: chosen });
    clickAsVisitor(view.getByRole('button', { name: 'Cancel call' }));
    expect(await view.findByText('The call is cancelled.')).toBeTruthy();
    expect(chat.state.callback.value).toMatchObject({ state: 'cancelled' });
  });

  // Cause: days were added to the date, which makes a text.
  it('offers times on a page whose `Date.now` returns a date', async () => {
    const { view, requestLater } = await renderMenu();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T09:10') });
    onTestFinished(() => void vi.useRealTimers());
    Reflect.set(Date, 'now', () => new Date());
    requestLater();
    expect(await view.findByRole('group', { name: /^Time/ })).toBeTruthy();
  });

  it('announces that it could not be cancelled, and is cancelled at the second attempt', async () => {
    const { gateway, view, requestLater } = await renderMenu();
    let plannedAt = 0;
    gateway.requestCall = async (_lead, at = 0) => {
      plannedAt = at;
      return { ok: true, call: { id: 'c1', token: 'secret' }, state: 'planned' };
    };
    gateway.callStatus = () => Promise.resolve({ state: 'planned', at: plannedAt });
    gateway.cancelCall = () => Promise.resolve(false);
    requestLater();
    clickAsVisitor(await view.findByRole('button', { name: 'Schedule call' }));
    clickAsVisitor(await view.findByRole('button', { name: 'Cancel call' }));
    const failure = await view.findByText(/^We couldn't cancel the call: /);
    expect(failure.closest('[role=status]')).not.toBeNull();
    gateway.cancelCall = () => Promise.resolve(true);
    clickAsVisitor(view.getByRole('button', { name: 'Try again' }));
    expect(await view.findByText('The call is cancelled.')).toBeTruthy();
  });

  it('is planned by the visitor only, not by a script of the page', async () => {
    const { chat, view, requestLater } = await renderMenu();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    requestLater();
    (await view.findByRole('button', { name: 'Schedule call' })).click();
    expect(chat.state.callback.value).toEqual({ status: 'none' });
    expect(warn).toHaveBeenCalled();
  });

  it('shows a message when the chosen time passes while the list is open', async () => {
    const { chat, view, requestLater } = await renderMenu();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-23T09:29:50') });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    requestLater();
    const times = within(await view.findByRole('group', { name: /^Time/ }));
    const [, chosen] = times.getAllByRole<HTMLInputElement>('radio');
    const text = chosen?.closest('label')?.textContent;
    expect(text).toMatch(/[:.]00/);
    chosen?.click();
    await waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.setSystemTime(new Date('2026-11-23T10:00:01'));
    vi.advanceTimersByTime(1_000);
    const gone = "That time isn't available any more. Please choose another.";
    await waitFor(() => expect(view.getByText(gone)).toBeTruthy());
    clickAsVisitor(view.getByRole('button', { name: 'Schedule call' }));
    expect(chat.state.callback.value).toEqual({ status: 'none' });
    expect(times.queryByText(text ?? '')).toBeNull();
    expect(times.queryByRole('radio', { checked: true })).toBeNull();
  });

  // The list of times appeared again when the call was over.
  it('is no longer planned for later once the visitor has requested it for now', async () => {
    const { clock, gateway, openMenu, requestCall, requestLater, settle, view } = await renderMenu();
    const planner = () => view.queryByRole('region', { name: 'When should we call you?' });
    requestLater();
    await waitFor(() => expect(planner()).toBeTruthy());
    await openMenu();
    gateway.callStatus = () => Promise.resolve({ state: 'completed' });
    requestCall();
    await view.findByText("We'll call you shortly.");
    clock.advanceNow(3_000);
    await settle();
    await view.findByText('The call has ended.');
    expect(planner()).toBeNull();
  });

  it('can be planned for another time when the chosen one was taken meanwhile', async () => {
    const { gateway, view, requestLater } = await renderMenu();
    gateway.requestCall = () => Promise.resolve({ ok: false, code: 'full' });
    requestLater();
    clickAsVisitor(await view.findByRole('button', { name: 'Schedule call' }));
    await view.findByText("That time isn't available any more. Please choose another.");
    view.getByRole('button', { name: 'Call me later' }).click();
    expect(await view.findByRole('region', { name: 'When should we call you?' })).toBeTruthy();
  });
});
