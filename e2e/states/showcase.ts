import { testWith } from '../support/stack.ts';

const agentId = 'c1000000-0000-4000-8000-000000000001';

/** An agent with a reply of every kind. */
const script = {
  name: 'Mia Jensen',
  greeting: {
    known: 'Hi {first_name}! Thanks for your number. What can we do for you?',
    unknown: 'Hi there! What can we do for you?',
  },
  answers: [
    {
      when: ['thursday'],
      say: 'Yes, two slots are open:\n\n- **4:30 pm** with Dr. Chen\n- **5:15 pm** with Dr. Okafor\n\nOr see [all times this week](https://northlight.example/times).',
    },
    {
      when: ['insurance'],
      say: 'We take most plans. Three things to bring along:\n\n1. your insurance card\n2. a list of what you take\n3. earlier pictures, if you have any\n\nThe code on the card looks like `NL-4821`. Write to [desk@northlight.example](mailto:desk@northlight.example) or call [(415) 555-0110](tel:+14155550110).',
    },
    {
      when: ['history'],
      say: 'A first visit takes about forty minutes. We take a history together, look at every tooth, and tell you what can wait. You leave with a written plan and its price, and nobody talks you into anything.\n\nParking is behind the house; the tram stops in front of it. The waiting room has real books and no television. If you are worried about pain, tell us beforehand: there is always a way, and we have done this a few thousand times.',
    },
    {
      when: ['link'],
      say: 'https://northlight.example/appointments/2026/november/thursday/very-long-address-that-has-no-place-to-break?with=parameters&and=more',
    },
    {
      when: ['talk'],
      say: 'Gladly! Dr. Chen has a moment now, or choose a time that suits you.\n\n[Call me now](leadchat:call) [Choose a time](leadchat:call-later)\n[I would rather write](leadchat:say?text=I would rather write.)',
    },
    {
      when: ['check up'],
      say: 'What is it about? You can also [look at the prices](https://northlight.example/prices) or just [ask for a person](leadchat:say?text=A person, please).\n\n- [A check-up](leadchat:say?text=A check-up)\n- [Something hurts](leadchat:say?text=Something hurts)\n- [A second opinion about a treatment that somebody else has planned](leadchat:say?text=A second opinion)',
    },
    {
      when: ['أزرار'],
      say: 'متى يناسبك؟\n\n[صباحًا](leadchat:say?text=صباحًا) [بعد الظهر](leadchat:say?text=بعد الظهر)',
    },
    { when: ['موعد'], say: 'نعم، لدينا موعدان يوم الخميس:\n\n- **16:30** مع د. تشن\n- **17:15** مع د. أوكافور' },
    {
      when: ['parking'],
      say: 'Behind the house:\n\n![Our reception, with a seat by the window](https://pictures.example/practice.svg)',
    },
    { when: ['ok'], say: 'Noted.' },
  ],
  otherwise: ['Perfect, see you then!'],
};

/** A form with every kind of field. */
const complete = {
  fields: [
    { name: 'first_name', type: 'text', required: true },
    { name: 'last_name', type: 'text' },
    { name: 'phone', type: 'tel', required: true },
    { name: 'email', type: 'email', required: true },
    {
      name: 'topic',
      type: 'select',
      label: 'What is it about?',
      required: true,
      options: [
        { value: 'checkup', label: 'A check-up' },
        { value: 'pain', label: 'Something hurts' },
      ],
    },
    { name: 'note', type: 'textarea', label: 'Anything we should know?' },
    { name: 'news', type: 'checkbox', label: 'Send me the newsletter' },
  ],
  consent: {
    text: 'I agree to be contacted about my request. See the [privacy policy](https://northlight.example/privacy).',
    version: '2026-11',
    required: true,
  },
  callback: { agent: agentId, countries: ['US'] },
};

/** A form in steps, with the kinds of questions that the others lack. */
const steps = {
  fields: [
    {
      name: 'visit',
      type: 'radio',
      label: 'What is it about?',
      required: true,
      options: [
        { value: 'checkup', label: 'A check-up' },
        { value: 'pain', label: 'Something hurts' },
        { value: 'second', label: 'A second opinion about what somebody else has planned' },
      ],
    },
    {
      name: 'days',
      type: 'checkboxes',
      label: 'Which days suit you?',
      maxChoices: 2,
      options: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((label) => ({ value: label, label })),
    },
    { name: 'from', type: 'date', label: 'From when?', min: '2026-11-19', max: '2026-12-24' },
    { name: 'people', type: 'number', label: 'For how many people?', min: 1, step: 1 },
    { name: 'phone', type: 'tel' },
    { name: 'first_name' },
  ],
  steps: [
    { title: 'Your visit', fields: ['visit', 'days'] },
    { title: 'Your time', fields: ['from', 'people'] },
    { title: 'How we reach you', fields: ['phone', 'first_name'] },
  ],
  consent: complete.consent,
};

/** Call-back hours that do not include the Thursday morning of the pictures. */
const saturdays = {
  fields: complete.fields.filter(({ name }) => ['first_name', 'phone', 'email'].includes(name)),
  consent: complete.consent,
  callback: {
    ...complete.callback,
    timeZone: 'America/Los_Angeles',
    hours: [{ days: ['sat'], from: '09:00', to: '12:00' }],
  },
};

/** Tests with a service that can show every designed state. */
export const test = testWith({
  script,
  forms: { complete, steps, callback: { callback: complete.callback }, saturdays },
  more: { hostedChat: true },
});
