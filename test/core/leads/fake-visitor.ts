import type { VisitorSignal } from '../../../src/core/effects/visitor-lifetime.ts';

/** The visitor of a chat. After forget() it is another person. */
export function fakeVisitor(): { visitorSignal: VisitorSignal; forget(): void } {
  let controller = new AbortController();
  return {
    visitorSignal: () => controller.signal,
    forget() {
      controller.abort();
      controller = new AbortController();
    },
  };
}
