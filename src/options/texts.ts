/** A text with the forms of the language's plural, as `Intl.PluralRules` names them; `other` is always there. */
export type Plural = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string };

/** Words of the panel and the conversation, in English. `{name}` stands for a value. */
export const chatTexts = {
  openChat: 'Open chat',
  closeChat: 'Close chat',
  close: 'Close',
  title: 'Chat with us',
  greeting: 'Hi there. How can we help?',
  conversation: 'Conversation',
  message: 'Message',
  send: 'Send',
  menu: 'Menu',
  online: 'Online',
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
  offline: 'Offline',
  offlineBanner: "You're offline. Messages will be sent when you're back.",
  reconnectingBanner: 'Reconnecting… Messages will be sent in a moment.',
  leadQueued: "Saved. We'll send it as soon as the connection is back.",
  leadQueuedMemory: "Not sent yet. We'll keep trying while this page is open.",
  leadRefused: 'Your details could not be accepted. Please write to us here.',
  sessionReplaced: 'The earlier conversation has ended. This is a new one.',
  anonymousFallback: 'You can chat right away. Your details follow.',
  storageUnavailable: 'This browser keeps nothing: the conversation ends with this page.',
  dismiss: 'Dismiss',
  waiting: 'Waiting for an answer',
  queued: 'Waiting for connection',
  notDelivered: 'Not delivered',
  tryAgain: 'Try again',
  today: 'Today',
  yesterday: 'Yesterday',
  unread: plural('{count} new message', '{count} new messages'),
  toLatest: 'To the latest message',
  charactersLeft: plural('{count} character left', '{count} characters left'),
  charactersOver: plural('{count} character too long', '{count} characters too long'),
  ended: 'This conversation has ended.',
  newConversation: 'New conversation',
  unavailable: 'The chat is not available right now.',
};

/** Words of the lead form, in English; they travel with it. */
export const formTexts = {
  formIntro: "Leave your number and we'll pick up right here, even if you close the page.",
  phone: 'Phone',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  optional: 'optional',
  choose: 'Choose…',
  country: 'Country',
  startChat: 'Start chat',
  sending: 'Sending…',
  skip: 'Skip',
  required: 'Please fill this in.',
  requiredPhone: 'Please enter your phone number.',
  requiredConsent: 'Please agree, so that we may contact you.',
  requiredCaptcha: "Please complete this check. If it doesn't work, send again without it.",
  badEmail: "This doesn't look like an email address. Example: ada@example.com",
  badOption: 'Please choose one of the list.',
  badPattern: 'Please check this.',
  tooLong: plural('At most {count} character.', 'At most {count} characters.'),
  phoneNotANumber: "This doesn't look like a phone number.",
  phoneTooShort: plural('{number} digit is missing.', '{number} digits are missing.'),
  phoneTooLong: plural('{number} digit too many.', '{number} digits too many.'),
  phoneCountry: "This country code doesn't exist. Start with + and the country's code.",
  phoneNotInUse: 'No such number is in use. Please check the digits.',
  example: 'Example: {example}',
  numbers: 'One,Two,Three,Four,Five,Six,Seven,Eight,Nine,Ten',
  refused: 'This could not be sent. Please check your details.',
  tooMany: 'Too many tries from here. Please wait a little and send it again.',
};

/** Words of the menu, in English. */
export const menuTexts = {
  download: 'Download transcript',
  sound: 'Sound',
  language: 'Language',
  deleteData: 'Delete my data',
  deleteDataSure: 'Delete this conversation and everything kept in this browser?',
  delete: 'Delete',
  cancel: 'Cancel',
  you: 'You',
};

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

/** Words of the button that copies, in English. */
export const copyTexts = {
  copyMessage: 'Copy message',
  copyCode: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Your browser does not allow copying here.',
};

export type TextKey =
  | keyof typeof chatTexts
  | keyof typeof formTexts
  | keyof typeof menuTexts
  | keyof typeof callTexts
  | keyof typeof copyTexts;

/** Texts of one language, or a page's own ones. */
export type TextSource = Readonly<Record<string, string | Plural>>;

/** All texts of another language: what a locale's file has to bring. */
export type LocaleTexts = Readonly<Record<TextKey, string | Plural>>;

export function plural(one: string, other: string): Plural {
  return { one, other };
}
