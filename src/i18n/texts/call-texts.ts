/** Words around call-backs, in English. */
export const callTexts = {
  callMe: 'Call me back',
  callAsking: 'Asking for a call…',
  callAsked: "We'll call you shortly.",
  callRinging: "We're calling you now.",
  callAnswered: 'Call connected.',
  callEnded: 'The call has ended.',
  callFailed: "The call didn't work. Please write to us here.",
  callExpired: "We couldn't call in time. Please write to us here.",
  callUnknown: 'We may already be calling you.',
  callClosed: 'Nobody can call at this hour. Please write to us here.',
  callCountry: "We can't call this number. Please write to us here.",
  callLimit: 'No further call is possible for now. Please write to us here.',
  callOff: 'Calls are not possible at the moment. Please write to us here.',
  callUnreachable: "The call couldn't be asked for.",
};
