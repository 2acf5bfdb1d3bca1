/** What the demo's configuration sets for the page with the prices, beside its other pages. */

/** The journey of leads that cannot wait. */
export const emergencyJourney = 'a2000000-0000-4000-8000-000000000002';

/** A form in steps, with a question for some answers only, and with a route for them. */
export const estimateForm = {
  fields: [
    {
      name: 'treatment',
      type: 'radio',
      label: { en: 'What is it about?', de: 'Worum geht es?' },
      required: true,
      options: [
        { value: 'check-up', label: { en: 'A check-up', de: 'Eine Kontrolle' } },
        { value: 'filling', label: { en: 'A filling or crown', de: 'Eine Füllung oder Krone' } },
        { value: 'pain', label: { en: 'Something hurts', de: 'Etwas tut weh' } },
      ],
    },
    {
      name: 'since',
      label: { en: 'Since when does it hurt?', de: 'Seit wann tut es weh?' },
      required: true,
      showIf: { field: 'treatment', is: 'pain' },
    },
    {
      name: 'days',
      type: 'checkboxes',
      label: { en: 'Which days suit you?', de: 'Welche Tage passen Ihnen?' },
      options: [
        { value: 'mon', label: { en: 'Monday', de: 'Montag' } },
        { value: 'tue', label: { en: 'Tuesday', de: 'Dienstag' } },
        { value: 'wed', label: { en: 'Wednesday', de: 'Mittwoch' } },
        { value: 'thu', label: { en: 'Thursday', de: 'Donnerstag' } },
        { value: 'fri', label: { en: 'Friday', de: 'Freitag' } },
      ],
    },
    { name: 'first_day', type: 'date', label: { en: 'From when?', de: 'Ab wann?' }, min: 'today', max: 'today+90' },
    { name: 'phone', type: 'tel' },
    { name: 'first_name' },
  ],
  steps: [
    { title: { en: 'Your teeth', de: 'Ihre Zähne' }, fields: ['treatment', 'since'] },
    { title: { en: 'Your time', de: 'Ihre Zeit' }, fields: ['days', 'first_day'] },
    { title: { en: 'How we reach you', de: 'Wie wir Sie erreichen' }, fields: ['phone', 'first_name'] },
  ],
  tags: ['website', 'estimate'],
  defaultCountry: 'US',
  routes: [{ name: 'emergency', when: { treatment: 'pain' }, tags: ['emergency'], journey: { id: emergencyJourney } }],
};

/** Other options on two pages of the site: one with the prices, and one without a chat. */
export const pages = [
  { url: '^/pay', hidden: true },
  {
    url: '^/prices',
    form: 'estimate',
    leadForm: 'later',
    askAfter: { answers: 1 },
    launcherText: { en: 'A question about prices?', de: 'Eine Frage zu den Preisen?' },
    greeting: { en: 'Which treatment may we price for you?', de: 'Für welche Behandlung dürfen wir rechnen?' },
    starters: {
      en: ['What does a filling cost?', 'Does my insurance pay?'],
      de: ['Was kostet eine Füllung?', 'Zahlt meine Versicherung?'],
    },
  },
];
