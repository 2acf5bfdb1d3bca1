import { describe, expect, it } from 'vitest';
import type { CallReport } from '../../../src/core/state/call.ts';
import { createSite } from '../conversation/site.ts';
import { fakeGateway } from './fake-gateway.ts';

const hour = 3_600_000;

/** A visitor with an accepted lead, and a proxy that knows one call. */
async function visitor() {
  const gateway = fakeGateway();
  const site = createSite();
  const page = site.open({ gateway, leadForm: 'required' });
  const { chat } = page;
  chat.start();
  chat.leadForm?.set('phone', '+14155552671');
  for (const name of ['first_name', 'last_name']) chat.leadForm?.set(name, 'Ada');
  await chat.leadForm?.submit();
  await site.settle();
  const at = site.clock.now() + 2 * hour;
  let progress: CallReport = { state: 'planned', at };
  let asked = 0;
  gateway.requestCall = async (_lead, requestedAt) => ({
    ok: true,
    call: { id: 'c1', token: 'secret' },
    state: requestedAt === undefined ? 'waiting' : 'planned',
  });
  gateway.callStatus = async () => {
    asked++;
    return progress;
  };
  gateway.cancelCall = async () => {
    if (typeof progress === 'string' || progress.state !== 'planned') return false;
    progress = { state: 'cancelled', at };
    return true;
  };
  return {
    ...site,
    gateway,
    page,
    chat,
    at,
    asked: () => asked,
    report(next: CallReport) {
      progress = next;
    },
    callback: () => chat.state.callback.value,
  };
}

describe('a planned call', () => {
  it('is requested with its time, and followed to its end', async () => {
    const { chat, at, callback, clock, report, settle, asked } = await visitor();
    chat.requestCall(at);
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'planned', at });
    await clock.advance(2 * hour - 1_000);
    // It is polled seldom until its time.
    expect(asked()).toBeLessThanOrEqual(24);
    report({ state: 'ringing', at });
    await clock.advance(5_000);
    expect(callback()).toEqual({ status: 'requested', state: 'ringing', at });
    report({ state: 'completed', at });
    await clock.advance(3_000);
    expect(callback()).toMatchObject({ state: 'completed' });
    chat.destroy();
    expect(clock.pending).toBe(0);
  });

  it('can be cancelled, and another one requested afterwards', async () => {
    const { chat, at, callback, settle } = await visitor();
    chat.requestCall(at);
    await settle();
    chat.cancelCall();
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'cancelled', at });
    chat.requestCall();
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'waiting' });
    chat.destroy();
  });

  it('shows its state when it was too late to cancel it', async () => {
    const { chat, at, callback, report, settle } = await visitor();
    chat.requestCall(at);
    await settle();
    report({ state: 'ringing', at });
    chat.cancelCall();
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'ringing', at });
    chat.destroy();
  });

  it('stays planned if it could not be cancelled, reports that, and can be cancelled again', async () => {
    const { chat, at, callback, gateway, report, settle } = await visitor();
    const { cancelCall } = gateway;
    gateway.cancelCall = () => Promise.resolve(false);
    chat.requestCall(at);
    await settle();
    chat.cancelCall();
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'planned', at, cancelFailed: true });
    // Offline, its state cannot be requested either.
    report('unreachable');
    chat.cancelCall();
    expect(callback()).toEqual({ status: 'requested', state: 'planned', at });
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'planned', at, cancelFailed: true });
    report({ state: 'planned', at });
    gateway.cancelCall = cancelCall;
    chat.cancelCall();
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'cancelled', at });
    chat.destroy();
  });

  it('is cancelled once, however often the visitor clicks, even if its state is unknown', async () => {
    const { chat, at, callback, gateway, report, settle } = await visitor();
    chat.requestCall(at);
    await settle();
    report('unreachable');
    let count = 0;
    gateway.cancelCall = () => {
      count++;
      return Promise.resolve(true);
    };
    chat.cancelCall();
    chat.cancelCall();
    await settle();
    expect(count).toBe(1);
    expect(callback()).toEqual({ status: 'requested', state: 'cancelled', at });
    chat.destroy();
  });

  it('is shown after a reload, also when the proxy could not be reached at first', async () => {
    const { chat, at, clock, gateway, open, page, report, settle } = await visitor();
    chat.requestCall(at);
    await settle();
    page.close();
    report('unreachable');
    const next = open({ gateway, leadForm: 'required' });
    next.chat.start();
    await settle();
    expect(next.chat.state.callback.value).toEqual({ status: 'none' });
    report({ state: 'planned', at });
    await clock.advance(3_000);
    expect(next.chat.state.callback.value).toEqual({ status: 'requested', state: 'planned', at });
    next.close();
  });

  it('is forgotten when the proxy no longer has the call', async () => {
    const { chat, at, callback, clock, report, settle } = await visitor();
    chat.requestCall(at);
    await settle();
    report('gone');
    await clock.advance(300_000);
    expect(callback()).toEqual({ status: 'none' });
    chat.destroy();
  });

  it('appears in the other tabs, and disappears there when it is cancelled', async () => {
    const { chat, at, callback, gateway, open, settle } = await visitor();
    const second = open({ gateway, leadForm: 'required' });
    second.chat.start();
    await settle();
    chat.requestCall(at);
    await settle();
    expect(second.chat.state.callback.value).toEqual({ status: 'requested', state: 'planned', at });
    second.chat.cancelCall();
    await settle();
    expect(callback()).toEqual({ status: 'requested', state: 'cancelled', at });
    second.close();
    chat.destroy();
  });
});
