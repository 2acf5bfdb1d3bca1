import { fileOnlyOptions } from '../../protocol/file-only-options.ts';
import type { Note } from '../../schema-form/index.ts';

const textsByLanguage = { link: 'Texts in several languages', href: '/docs/languages#texts-of-your-own' };
/** Hints that lead into the documentation, by option. */
export const optionNotes: ReadonlyMap<string, Note> = new Map<string, Note>([
  ['pages', { text: 'The preview has a switch for each entry.', link: 'Which entry applies', href: '/docs/pages' }],
  ...fileOnlyOptions.map((name): [string, Note] => [
    name,
    { text: 'It stays in this tab: no link takes it along.', link: 'Why', href: '/docs/configurator' },
  ]),
  [
    'form',
    {
      text: 'Another language needs a form of its own only for another country of phone numbers.',
      ...textsByLanguage,
    },
  ],
]);

/** Hints about a form's keys. The sandbox is the demo's service. */
export function formNotes(sandboxUrl: string): ReadonlyMap<string, Note> {
  const note = knownIds(sandboxUrl);
  return new Map([
    ['journey', note],
    ['callback', note],
  ]);
}

/** Hints about a whole page, by its id. */
export function pageNotes(sandboxUrl: string): ReadonlyMap<string, Note> {
  return new Map([['routes', knownIds(sandboxUrl)]]);
}

function knownIds(sandboxUrl: string): Note {
  return {
    text: 'On the demo, take an ID that its sandbox has.',
    link: 'Known IDs of the sandbox',
    href: `${sandboxUrl}/#about`,
  };
}
