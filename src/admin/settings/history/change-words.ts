import { labelFromName } from '../../../protocol/field-label.ts';
import { endOfId } from '../../../protocol/identifiers.ts';
import {
  type Json,
  type JsonObject,
  pagesInWords,
  replaceableTexts,
  sentenceText,
  settingNoun,
  textOptions,
  triggerSentence,
} from '../../../schema-form/index.ts';
import { dayNames } from '../../../settings/index.ts';
import { differencesOf } from './differences.ts';
import { datesInWords, valueInWords } from './value-words.ts';
import type { AppliedVersion } from './version-states.ts';

/** What somebody changed: "changed the greeting", in which language, and the value before and after. */
export type Change = {
  words: string;
  /** What was changed: "the greeting". */
  noun: string;
  language?: string | undefined;
  before: string | undefined;
  after: string | undefined;
};

/** What differs between two versions, in sentences without a subject. */
export function changesBetween(before: AppliedVersion, after: AppliedVersion): Change[] {
  const isOnlyForm = new Set([...Object.keys(before.forms), ...Object.keys(after.forms)]).size === 1;
  const inWidget = differencesOf(before.widget, after.widget).map(({ path, ...difference }) =>
    changeOf(widgetSubject(path, difference.after ?? difference.before), difference),
  );
  const names = [...new Set([...Object.keys(before.forms), ...Object.keys(after.forms)])];
  const inForms = names.flatMap((name): Change[] => {
    const [old, now] = [before.forms[name], after.forms[name]];
    if (old === undefined || now === undefined) {
      return [
        {
          words: `${old === undefined ? 'added' : 'removed'} the form “${name}”`,
          noun: `the form “${name}”`,
          before: undefined,
          after: undefined,
        },
      ];
    }
    const place = isOnlyForm ? '' : ` of the form “${name}”`;
    return differencesOf(old, now).map(({ path, ...difference }) =>
      changeOf(formSubject(path, place, difference.after ?? difference.before), difference),
    );
  });
  const called = { ...before.names, ...after.names };
  return [...inWidget, ...inForms.map((change) => withNames(change, called)), ...nameChanges(before, after)];
}

const ids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** Journeys and agents by their names in place of their IDs. */
function withNames(change: Change, names: JsonObject): Change {
  const named = (text: string | undefined) => text?.replace(ids, (id) => names[id]?.toString() ?? endOfId(id));
  return { ...change, before: named(change.before), after: named(change.after) };
}

function nameChanges(before: AppliedVersion, after: AppliedVersion): Change[] {
  return differencesOf(before.names ?? {}, after.names ?? {}).map(({ before: old, after: now }) => {
    const words = old === undefined ? 'named a journey or an agent' : 'changed the name of a journey or an agent';
    return { words, noun: 'names of journeys and agents', before: old?.toString(), after: now?.toString() };
  });
}

/** A sentence each: those of the same thing in several languages are one. */
export function headlinesOf(changes: readonly Change[]): string[] {
  return [...Map.groupBy(changes, ({ words }) => words)].map(([words, same]) => {
    const names = same.flatMap(({ language }) => language ?? []);
    return names.length === 0 ? words : `${words} in ${lists.format(names)}`;
  });
}

/** What a path leads to. */
export type Subject = {
  noun: string;
  /** `text`: is written and removed. `entry`: is added and removed. `value`: always there. `switch`: the noun is a statement. */
  kind: 'text' | 'entry' | 'value' | 'switch';
  option?: string | undefined;
  language?: string | undefined;
};

type Values = { before: Json | undefined; after: Json | undefined; isOrder?: true };

function changeOf({ noun, kind, option, language }: Subject, { before, after, isOrder }: Values): Change {
  if (isOrder) {
    const inWords = (value: Json | undefined) => valueInWords(value, option);
    return { words: `changed the order of ${noun}`, noun, before: inWords(before), after: inWords(after) };
  }
  const shown = (value: Json | undefined) => (value === undefined ? undefined : valueInWords(value, option));
  if (kind === 'switch') {
    return {
      words: noun.replace('{verb}', after === true ? 'hid' : 'showed'),
      noun,
      before: undefined,
      after: undefined,
    };
  }
  // An added or removed sentence says everything.
  if (option === 'triggers' && (before === undefined || after === undefined)) {
    return {
      words: `${before === undefined ? 'added' : 'removed'} ${noun}`,
      noun,
      before: undefined,
      after: undefined,
    };
  }
  if (kind === 'value') {
    const unset = option === 'hours' ? 'At any hour' : 'Default';
    return { words: `changed ${noun}`, noun, before: shown(before) ?? unset, after: shown(after) ?? unset };
  }
  const verb =
    before === undefined ? (kind === 'text' ? 'wrote' : 'added') : after === undefined ? 'removed' : 'changed';
  return { words: `${verb} ${noun}`, noun, language, before: shown(before), after: shown(after) };
}

/** Where in the widget's options a path leads. `place`: on which pages, or in which variant. */
export function widgetSubject(path: readonly string[], value: Json | undefined, place = ''): Subject {
  const [option = '', first, ...rest] = path;
  const noun = `${settingNoun(option)}${place}`;
  switch (option) {
    case 'pages':
      return first === undefined
        ? { noun: `the settings for some pages${place}`, kind: 'value' }
        : pageSubject(first, rest, value);
    case 'experiments':
      return first === undefined
        ? { noun: `the experiments${place}`, kind: 'value' }
        : experimentSubject(first, rest, value, place);
    case 'triggers':
      return triggerSubject(value, place);
    case 'hours':
      return hoursSubject(first === undefined ? [] : [first, ...rest], value, 'opening hours', place);
    case 'texts': {
      const words = replaceableTexts.find(([key]) => key === first)?.[1] ?? first ?? '';
      return inLanguage(`the words “${words}”${place}`, rest);
    }
    case 'starters':
      return first === undefined
        ? { noun: `the questions${place}`, kind: 'entry' }
        : inLanguage(`question ${Number(first) + 1}${place}`, rest);
    default:
      if (first === undefined) return { noun, kind: textOptions.includes(option) ? 'text' : 'value', option };
      return textOptions.includes(option) ? inLanguage(noun, [first]) : { noun, kind: 'value', option };
  }
}

function pageSubject(url: string, [option, ...rest]: readonly string[], value: Json | undefined): Subject {
  const place = ` on ${pagesInWords(url)}`;
  if (option === undefined) return { noun: `other settings${place}`, kind: 'entry', option: 'pages' };
  if (option === 'hidden') return { noun: `{verb} the chat${place}`, kind: 'switch' };
  return widgetSubject([option, ...rest], value, place);
}

function experimentSubject(
  name: string,
  [key, variant, option, ...rest]: readonly string[],
  value: Json | undefined,
  place: string,
): Subject {
  const experiment = `the experiment “${name}”${place}`;
  if (key === undefined) return { noun: experiment, kind: 'entry' };
  if (key === 'goal') return { noun: `what counts in ${experiment}`, kind: 'value' };
  if (variant === undefined) return { noun: `the variants of ${experiment}`, kind: 'value' };
  const inVariant = `the variant “${variant}” of ${experiment}`;
  if (option === undefined) return { noun: inVariant, kind: 'entry' };
  if (option === 'weight') return { noun: `how many visitors see ${inVariant}`, kind: 'value' };
  return widgetSubject([option, ...rest], value, ` in ${inVariant}`);
}

function triggerSubject(value: Json | undefined, place: string): Subject {
  if (Array.isArray(value)) return { noun: `the greetings that come by themselves${place}`, kind: 'value' };
  return { noun: `‘${sentenceText(triggerSentence(value))}’${place}`, kind: 'entry', option: 'triggers' };
}

function hoursSubject([part, key]: readonly string[], value: Json | undefined, name: string, place: string): Subject {
  if (part === 'timeZone') return { noun: `the time zone of the ${name}${place}`, kind: 'value' };
  if (part === 'closed') return { noun: `the holiday ${datesInWords(value)}${place}`, kind: 'entry', option: 'closed' };
  const day = dayNames[key ?? ''];
  return { noun: `the ${name}${day === undefined ? '' : ` on ${day}`}${place}`, kind: 'value', option: 'hours' };
}

/** The keys of a form, in sentences. */
const formNouns: Readonly<Record<string, string>> = {
  fields: 'the questions',
  consent: 'the consent',
  tags: 'the tags',
  journey: 'the journey',
  routes: 'the routes',
  steps: 'the steps',
  attributes: 'the values that pages may add',
  defaultCountry: 'the country of numbers without +',
};
/** The keys of a question. */
const fieldNouns: Readonly<Record<string, string>> = {
  label: 'the words',
  type: 'the kind',
  required: 'whether visitors must answer',
  options: 'the answers',
  showIf: 'the condition',
  placeholder: 'the example',
  min: 'the smallest answer',
  max: 'the largest answer',
  step: 'the steps',
  minChoices: 'the fewest choices',
  maxChoices: 'the most choices',
  maxLength: 'the longest answer',
  pattern: 'the pattern',
  value: 'the value',
};
/** The keys of call-backs besides their hours. */
const callbackNouns: Readonly<Record<string, string>> = {
  agent: 'the agent that calls back',
  from: 'the number that calls back',
  countries: 'the countries that are called back',
  timeZone: 'the time zone of call-backs',
};

export function formSubject(
  [key = '', first, ...rest]: readonly string[],
  place: string,
  value: Json | undefined,
): Subject {
  const noun = `${formNouns[key] ?? `“${key}”`}${place}`;
  if (first === undefined) return { noun, kind: 'value' };
  switch (key) {
    case 'fields':
      return fieldSubject(first, rest, place);
    case 'consent':
      return first === 'text'
        ? inLanguage(`the consent text${place}`, rest)
        : {
            noun: `${first === 'required' ? 'whether visitors must agree' : 'the version of the consent'}${place}`,
            kind: 'value',
          };
    case 'callback':
      return /^(hours|closed)$/.test(first)
        ? hoursSubject([first, ...rest], value, 'hours of call-backs', place)
        : { noun: `${callbackNouns[first] ?? 'call-backs'}${place}`, kind: 'value' };
    case 'routes':
      return {
        noun: `the route ${/^\d+$/.test(first) ? Number(first) + 1 : `“${first}”`}${place}`,
        kind: rest.length === 0 ? 'entry' : 'value',
      };
    default:
      return { noun, kind: 'value' };
  }
}

function fieldSubject(name: string, [key, ...rest]: readonly string[], place: string): Subject {
  const question = `the question “${labelFromName(name)}”${place}`;
  if (key === undefined) return { noun: question, kind: 'entry' };
  const noun = `${fieldNouns[key] ?? `“${key}”`} of ${question}`;
  return key === 'label' || key === 'placeholder' ? inLanguage(noun, rest) : { noun, kind: 'value' };
}

function inLanguage(noun: string, [tag]: readonly string[]): Subject {
  return { noun, kind: 'text', language: tag && (languageNames.of(tag) ?? tag) };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const lists = new Intl.ListFormat('en');
