import type { EventCallbacks, eventNames } from '../../../src/adapters/binding/index.ts';
import type { WidgetEvents } from '../../../src/widget/launcher/index.ts';

type Missing = Exclude<keyof WidgetEvents, (typeof eventNames)[number]>;

/** No event is missing in the list. */
export const complete: [Missing] extends [never] ? true : Missing = true;

/** Every event has one callback, under the name that follows from its own. */
export const callbacks = {
  onReady: () => {},
  onMessageSent: ({ message }) => message.text.length,
  onLeadAccepted: ({ lead }) => lead?.length,
  onConnection: ({ status }) => status === 'open',
  onPhase: ({ phase }) => phase === 'chatting',
  onUnread: ({ count }) => count + 1,
} satisfies EventCallbacks;
