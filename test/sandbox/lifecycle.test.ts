import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/free-port.ts';
import { startSandbox } from './support/harness.ts';
import { ManualClock } from './support/manual-clock.ts';
import { Visitor } from './support/visitor.ts';

describe('a sandbox', () => {
  it('takes a free port, and reports its address', async () => {
    const { sandbox } = await startSandbox();
    expect(sandbox.url).toBe(`http://localhost:${sandbox.port}`);
    expect(sandbox.ids).toEqual({
      flow: 'f1000000-0000-4000-8000-000000000001',
      journey: 'a1000000-0000-4000-8000-000000000001',
      agent: 'c1000000-0000-4000-8000-000000000001',
    });
  });

  it('rejects with EADDRINUSE when the port is taken', async () => {
    const { sandbox } = await startSandbox();
    await expect(createSandbox({ port: sandbox.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('refuses ids that cannot be part of a request', async () => {
    await expect(createSandbox({ journeys: ['my-journey'] })).rejects.toThrow(
      /journeys must be UUIDs, got "my-journey"/,
    );
  });

  it('closes sockets with 1001 when it stops, and its port is free again', async () => {
    const api = await startSandbox({ port: await freePort() });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    await api.sandbox.stop();
    expect(await visitor.closed).toEqual({ code: 1001, reason: 'the sandbox stops' });
    await startSandbox({ port: api.sandbox.port });
  });

  it('finishes a request that is in flight when it stops', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    await api.request('POST', '/sandbox/faults', { route: '/lead/create', kind: 'latency', ms: 100 });
    const response = api.rest('POST', '/lead/create', { record: { phone: '14155552671' } });
    await expect.poll(() => clock.timersWithin(100)).toBe(1);
    // The limit that ends all connections never comes: the stop does not wait for a connection that is kept alive.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = api.sandbox.stop();
    clock.advance(100);
    expect(await response).toMatchObject({ status: 200 });
    await stopped;
  });

  it('stops soon, although requests hang and clients do not respond', async () => {
    const api = await startSandbox();
    await api.request('POST', '/sandbox/faults', { route: '/lead/get', kind: 'hang' });
    const hanging = api.rest('GET', '/lead/get?phone=14155552671').catch(() => 'ended');
    const half = connect(api.sandbox.port, '127.0.0.1', () =>
      half.write('POST /v1/lead/create HTTP/1.1\r\nHost: localhost\r\n'),
    );
    half.on('error', () => {});
    const asleep = new Visitor(api.socketAddress(null, false));
    await asleep.receives(1);
    asleep.pause();
    await expect.poll(async () => (await api.request('GET', '/sandbox/faults')).body.faults).toEqual([]);
    const before = performance.now();
    await api.sandbox.stop();
    // Two seconds. The half request alone would take ten.
    expect(performance.now() - before).toBeLessThan(8000);
    expect(await hanging).toBe('ended');
  });

  it('can be stopped twice', async () => {
    const api = await startSandbox();
    await api.sandbox.stop();
    await api.sandbox.stop();
  });

  it('does not change the globals of its process', async () => {
    const before = [globalThis.Request, globalThis.Response];
    await startSandbox();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });
});
