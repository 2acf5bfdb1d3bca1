// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { browserPageLifecycle, type PageLifecycleEvent } from '../../../src/core/connection/page-lifecycle.ts';

describe('the lifecycle of a page', () => {
  it('reports the network, visibility and the back/forward cache until it is stopped', () => {
    const received: PageLifecycleEvent[] = [];
    const stop = browserPageLifecycle().listen((event) => received.push(event));
    const everything = () => {
      dispatchEvent(new Event('offline'));
      dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
      dispatchEvent(new Event('pagehide'));
      dispatchEvent(new Event('pageshow'));
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    };
    everything();
    expect(received).toEqual(['offline', 'online', 'visible', 'leave', 'return']);
    stop();
    everything();
    expect(received).toHaveLength(5);
  });
});
