import { expect, it } from 'vitest';
import { callbackName, eventNames } from '../../../src/adapters/binding/index.ts';

it('names callbacks as React does', () => {
  expect(eventNames.map(callbackName)).toEqual(
    expect.arrayContaining(['onReady', 'onMessageSent', 'onLeadAccepted', 'onCallbackRequested', 'onSessionResume']),
  );
});
