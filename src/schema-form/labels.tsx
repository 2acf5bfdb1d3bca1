import { Fragment, h } from 'preact';
import { languageNames } from '../i18n/index.ts';
import type { JsonSchema } from './json-schema.ts';

/** "Launcher text `launcherText`": the name in words, and the name itself, which labels the control. */
export function Label({ control, name }: { control: string; name: string }) {
  return (
    <div class="label">
      <Words name={name} />
      <label for={control}>
        <code>{name}</code>
      </label>
    </div>
  );
}

/** The same for a group. Its accessible name comes from the element with this ID. */
export function Legend({ id, name }: { id: string; name: string }) {
  return (
    <legend class="label">
      <Words name={name} />
      <code id={id}>{name}</code>
    </legend>
  );
}

function Words({ name }: { name: string }) {
  // An entry of a list is named by its list and its number, so it has no name to put into words.
  return /^\w+$/.test(name) ? <>{wordsOf(name)} </> : null;
}

/** `launcherText` becomes "Launcher text", and `de` "Deutsch". */
export function wordsOf(name: string): string {
  const language = Object.entries(languageNames).find(([code]) => code === name);
  if (language !== undefined) return language[1];
  const words = name
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(?:url|id|wss)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The noun for an entry of a list: "field" for `fields`. */
export function itemOf(list: string): string {
  if (list === 'hours' || list === 'open') return 'time';
  return wordsOf(list).toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
}

/** The description of a value. */
export function Description({ schema: { description } }: { schema: JsonSchema }) {
  if (description === undefined) return null;
  return (
    <p class="description">
      <WithCode text={description} />
    </p>
  );
}

/** Renders a text with `code` in backticks, as in doc comments. */
function WithCode({ text }: { text: string }) {
  return h(Fragment, null, ...text.split('`').map((part, index) => (index % 2 === 1 ? h('code', null, part) : part)));
}
