/** What the demo's configuration sets for the page with the prices, beside its other pages. */

/** The journey of leads that cannot wait. */
export const emergencyJourney = 'a2000000-0000-4000-8000-000000000002';

/** A form with a question for some answers only, and with a route for them. */
export const estimateForm = {
  fields: [
    { name: 'phone', type: 'tel' },
    { name: 'first_name' },
    {
      name: 'treatment',
      type: 'select',
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
