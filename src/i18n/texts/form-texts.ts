import { plural } from './plural.ts';

/** Words of the lead form, in English; they travel with it. */
export const formTexts = {
  formIntro: "Leave your number and we'll pick up right here, even if you close the page.",
  phone: 'Phone',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  optional: 'optional',
  choose: 'Choose…',
  startChat: 'Start chat',
  sending: 'Sending…',
  skip: 'Skip',
  required: 'Please fill this in.',
  requiredPhone: 'Please enter your phone number.',
  requiredConsent: 'Please agree, so that we may contact you.',
  badEmail: "This doesn't look like an email address. Example: ada@example.com",
  badOption: 'Please choose one of the list.',
  badPattern: 'Please check this.',
  tooLong: plural('At most {count} character.', 'At most {count} characters.'),
  phoneNotANumber: "This doesn't look like a phone number.",
  refused: 'This could not be sent. Please check your details.',
  tooMany: 'Too many tries from here. Please wait a little and send it again.',
};
