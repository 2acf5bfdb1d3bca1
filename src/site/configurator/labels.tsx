import { Fragment, h } from 'preact';

/** "Launcher text `launcherText`": the name in words, and the label of its control, which is the name itself. */
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

/** The same for a group, which takes its name from the element with this ID. */
export function Legend({ id, name }: { id: string; name: string }) {
  return (
    <legend class="label">
      <Words name={name} />
      <code id={id}>{name}</code>
    </legend>
  );
}

function Words({ name }: { name: string }) {
  // An entry of a list is called by its list and its number: there is no name to put into words.
  return /^\w+$/.test(name) ? <>{wordsOf(name)} </> : null;
}

/** `launcherText` becomes "Launcher text". */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(?:url|id|wss)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An entry of a list: "field" of `fields`. */
export function itemOf(list: string): string {
  if (list === 'hours' || list === 'open') return 'time';
  return wordsOf(list).toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
}

/** Text with `code` in back quotes, as the doc comments have it. */
export function WithCode({ text }: { text: string }) {
  return h(Fragment, null, ...text.split('`').map((part, index) => (index % 2 === 1 ? h('code', null, part) : part)));
}
