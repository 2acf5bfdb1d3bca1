import { defaultColor } from '../options/index.ts';

/** An option in the words of a page of settings. Its kind and default are those of the schema. */
export type SettingWords = {
  label: string;
  /** In a sentence: "changed the greeting". @default the label in quotes */
  noun?: string;
  hint?: string;
  /** What the values of a choice mean. */
  choices?: Readonly<Record<string, string>>;
  /** What a value does on some pages: "show the chat …". */
  does?: Readonly<Record<string, string>>;
  /** What applies if nobody sets it, for controls that do not know the schema's default. */
  usual?: string;
};

export const settingWords: Readonly<Record<string, SettingWords>> = {
  title: { label: 'Title', noun: 'the title', hint: 'The name at the top of the chat.' },
  greeting: {
    label: 'Greeting',
    noun: 'the greeting',
    hint: 'The headline above the form. Without a form, the first message.',
  },
  launcherText: {
    label: 'Words on the button',
    noun: 'the words on the button',
    hint: 'Beside the symbol that opens the chat.',
  },
  disclosure: {
    label: 'Note about AI',
    noun: 'the note about AI',
    hint: 'The line above the text box. May contain a link: [words](https://…).',
    does: { true: 'with our note about AI', false: 'without a note about AI' },
  },
  starters: { label: 'Questions to start with', noun: 'the questions to start with' },
  texts: { label: 'Words in the chat', noun: 'the words in the chat' },
  locale: { label: 'Language of the chat', noun: 'the language of the chat' },
  contact: {
    label: 'If the chat cannot load',
    noun: 'the way to reach you if it cannot load',
    hint: 'How visitors reach you then: mailto:team@example.com, tel:+14155550100, or an https:// address.',
  },
  color: {
    label: 'Color',
    noun: 'the color',
    hint: 'Buttons, the visitor’s messages and links. Any CSS color.',
    usual: defaultColor,
  },
  theme: {
    label: 'Light or dark',
    noun: 'light or dark colors',
    choices: { auto: 'As the visitor’s device', light: 'Always light', dark: 'Always dark' },
    does: { auto: 'as light or dark as the visitor’s device', light: 'in light colors', dark: 'in dark colors' },
  },
  avatar: {
    label: 'Picture',
    noun: 'the picture',
    hint: 'Beside the title. The address of a square picture, https://…',
  },
  position: {
    label: 'Corner',
    noun: 'the corner',
    choices: { 'bottom-right': 'Bottom right', 'bottom-left': 'Bottom left' },
    does: { 'bottom-right': 'at the bottom right', 'bottom-left': 'at the bottom left' },
  },
  offset: { label: 'Distance from the corner', noun: 'the distance from the corner', hint: 'In pixels.' },
  launcher: {
    label: 'Button that opens the chat',
    noun: 'the button that opens the chat',
    choices: { bubble: 'Show it in the corner', none: 'None: links on my pages open the chat' },
    does: { bubble: 'with its button', none: 'without its button' },
  },
  launcherIcon: {
    label: 'Symbol on the button',
    noun: 'the symbol on the button',
    hint: 'The address of a picture, https://… or data:image/…',
  },
  expandable: {
    label: 'Visitors may enlarge the chat',
    does: { true: 'with a button that enlarges it', false: 'without a button that enlarges it' },
  },
  hours: { label: 'Opening hours', noun: 'the opening hours' },
  away: {
    label: 'Outside the opening hours',
    noun: 'what happens outside the opening hours',
    choices: {
      note: 'Visitors can chat, and read when you are back',
      'lead-only': 'Visitors can leave their details, and no chat starts',
      hidden: 'The chat is not shown',
    },
    does: {
      note: 'with a note outside the opening hours',
      'lead-only': 'with the form alone outside the opening hours',
      hidden: 'only during the opening hours',
    },
  },
  leadForm: {
    label: 'When visitors are asked',
    noun: 'when visitors are asked',
    usual: 'required',
    choices: {
      required: 'Before the chat',
      optional: 'Before the chat, and they may skip it',
      later: 'In the conversation',
      off: 'Never: there is no form',
    },
    does: {
      required: 'with the form before it',
      optional: 'with a form before it that visitors may skip',
      later: 'with the form in the conversation',
      off: 'without a form',
    },
  },
  askAfter: {
    label: 'The chat offers the form by itself',
    noun: 'the moment when the chat offers the form',
    hint: 'In the conversation, once a visit. The greeting is no answer.',
  },
  consentText: { label: 'Consent text', noun: 'the consent text' },
  triggers: { label: 'Greets or opens by itself', noun: 'the greetings' },
  form: { label: 'Form', noun: 'the form' },
  afterLead: {
    label: 'After the form',
    noun: 'what comes after the form',
    choices: { chat: 'The chat starts', thanks: 'A thank-you, and no chat' },
    does: { chat: 'with a conversation after the form', thanks: 'with a thank-you after the form' },
  },
  rating: {
    label: 'Rate the chat',
    choices: { off: 'Not asked', thumbs: 'Thumbs up or down', stars: 'One to five stars' },
    does: { off: 'without a rating', thumbs: 'with thumbs to rate it', stars: 'with stars to rate it' },
  },
};

/** "Ask after", for an option that no page has. */
export function settingLabel(option: string): string {
  const spaced = option.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return settingWords[option]?.label ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** "the greeting", as a part of a sentence. */
export function settingNoun(option: string): string {
  return settingWords[option]?.noun ?? `“${settingLabel(option)}”`;
}
