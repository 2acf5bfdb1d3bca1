import { expect, it } from 'vitest';
import { callbackName } from '../../../src/adapters/binding/index.ts';
import { widgetEventNames } from '../../../src/options/index.ts';

it('names one callback for every event, as React names props', () => {
  expect(widgetEventNames.map(callbackName)).toEqual([
    'onReady',
    'onOpen',
    'onClose',
    'onTeaserShow',
    'onTeaserClick',
    'onFormStart',
    'onRating',
    'onMessageSent',
    'onMessageReceived',
    'onUnread',
    'onLeadSubmit',
    'onLeadAccepted',
    'onLeadQueued',
    'onLeadFailed',
    'onCallbackRequested',
    'onFormProblem',
    'onFormSkip',
    'onSessionStart',
    'onSessionResume',
    'onSessionEnd',
    'onConnection',
    'onError',
    'onPhase',
    'onConsent',
    'onDestroy',
  ]);
});
