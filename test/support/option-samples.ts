import { optionsSchema, type WidgetOptions } from '../../src/options/index.ts';

type Samples = { [Name in keyof Required<WidgetOptions>]: NonNullable<WidgetOptions[Name]> };

/** A value of each option that is not its default. An option that is added to the schema does not compile without one. */
export const { encodeMessage: sampleFunction, ...optionSamples } = {
  flowId: 'f1000000-0000-4000-8000-000000000009',
  wssUrl: 'wss://chat.example.com',
  proxyUrl: 'https://proxy.example.com',
  hooksUrl: 'https://hooks.example.com',
  loadConfig: 'intent',
  preload: 'idle',
  form: 'default',
  leadForm: 'later',
  askAfter: { answers: 2 },
  title: { en: 'Ask "us"', de: 'Fragen Sie uns' },
  greeting: { en: 'Hello', ar: 'مرحبا' },
  avatar: 'https://www.example.com/ada.png',
  color: '#0b6e4f',
  theme: 'dark',
  position: 'bottom-left',
  offset: { x: 8, y: 12 },
  locale: 'de',
  texts: { startChat: 'Ask us' },
  contact: 'tel:+14155550100',
  launcher: 'none',
  launcherIcon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
  launcherText: { en: 'Questions?' },
  zIndex: 5,
  expandable: false,
  target: '#chat',
  pageButtons: false,
  open: true,
  triggers: [{ type: 'delay', seconds: 600 }],
  storage: 'session',
  consent: 'required',
  resumeDays: 7,
  analytics: false,
  analyticsLeadId: true,
  respectGpc: false,
  funnel: false,
  messageFrame: { say: '{text}', on: '{page}', title: '{pageTitle}' },
  encodeMessage: (text) => text,
  starters: { en: ['Prices?'] },
  afterLead: 'thanks',
  disclosure: { en: 'An AI answers. [More](https://www.example.com/ai)', de: 'Hier antwortet eine KI.' },
  rating: 'stars',
  hours: {
    timeZone: 'Europe/London',
    open: [{ days: ['mon'], from: '09:00', to: '17:00' }],
    closed: [{ from: '2026-12-24', to: '2026-12-26', text: 'Merry Christmas' }],
  },
  away: 'lead-only',
  imageHosts: ['pictures.example.com', 'localhost:4000'],
  attribution: 'landing',
  keepUrlParameters: ['product'],
  fields: [
    { name: 'phone', type: 'tel' },
    { name: 'people', type: 'number', label: 'How many?', min: 1 },
  ],
  consentText: 'I agree.',
  userToken: 'header.payload.signature',
  pages: [{ url: '/nowhere', hidden: true }],
  experiments: [{ name: 'elsewhere', variants: [{ name: 'one', weight: 2 }] }],
} as const satisfies Samples;

export type SampleName = keyof typeof optionSamples;

/** The samples as the panel reads them, with the defaults of what they contain. */
export const readSamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(optionsSchema.parse(optionSamples)).filter(([name]) => Object.hasOwn(optionSamples, name)),
);

/** Some of the samples. */
export function samplesBut(...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(optionSamples).filter(([name]) => !names.includes(name)));
}
