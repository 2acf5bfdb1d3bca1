import type { EventCallbacks } from '../../../src/adapters/binding/index.ts';

type Payload<Name extends keyof EventCallbacks> = Parameters<NonNullable<EventCallbacks[Name]>>[0];

/** Every callback takes its event's payload, and no other name is a callback. */
export const callbacks: Required<EventCallbacks> = {
  onReady: () => {},
  onOpen: () => {},
  onClose: () => {},
  onTeaserShow: ({ source }) => source === 'trigger',
  onTeaserClick: ({ source }) => source === 'message',
  onMessageSent: ({ message }) => message.text.length,
  onMessageReceived: ({ message }) => message.text.length,
  onUnread: ({ count }) => count + 1,
  onLeadSubmit: ({ form, callback }) => [form.length, callback === true],
  onLeadAccepted: ({ lead }) => lead?.length,
  onLeadQueued: ({ kept }) => kept === 'memory',
  onLeadFailed: ({ code, message }) => code.length + message.length,
  onCallbackRequested: ({ lead }) => lead?.length,
  onFormStart: ({ form }) => form.length,
  onFormProblem: ({ form, fields }) => [form.length, fields.length],
  onFormSkip: ({ form }) => form.length,
  onSessionStart: ({ anonymous }) => anonymous === true,
  onSessionResume: () => {},
  onSessionEnd: ({ reason }) => reason === 'forgotten',
  onConnection: ({ status }) => status === 'open',
  onRating: ({ rating }) => rating.toFixed(),
  onPhase: ({ phase }) => phase === 'chatting',
  onError: ({ code, message }) => code.length + message.length,
  onConsent: ({ consent }) => consent === 'granted',
  onDestroy: () => {},
};

// @ts-expect-error -- no event is called message:read
export type Misspelled = Payload<'onMessageRead'>;
