import { readFileSync } from 'node:fs';
import compatData from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { expect, it } from 'vitest';
import { oldestBrowsers } from '../../build/browsers.ts';
import { sourceFiles } from '../support/imports.ts';

/** What runs on other people's pages. */
const browserFiles = sourceFiles().filter((file) =>
  /^src\/(?:widget|core|adapters|options|protocol|phone|i18n|page-globals\.ts|clock\.ts|index\.ts)/.test(file),
);

/** Newer than the oldest browsers, but each of these files looks for it first. */
const checked = [
  'src/core/leads/attribution.ts: currentEntry',
  'src/protocol/opening-times.ts: getTimeZones',
  'src/widget/launcher/undo-zoom.ts: currentCSSZoom',
  'src/widget/ui/captcha/load-provider.ts: createPolicy',
  'src/widget/ui/form/guess-country.ts: Now',
  'src/widget/ui/form/guess-country.ts: getTimeZones',
  'src/widget/ui/menu/Menu.tsx: currentCSSZoom',
];

/** Of libraries, which have nothing to do with what the platform calls so. */
const libraryNames = new Set(['addElement', 'component', 'configure', 'isValid', 'union']);

function isSupported({ support }: CompatStatement): boolean {
  return Object.entries(oldestBrowsers).every(([name, oldest]) => {
    const entries = Object.entries(support).flatMap(([browser, known]) => (browser === name ? [known].flat() : []));
    return entries.some(
      ({ version_added: added, version_removed: removed, flags }) =>
        typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest && !removed && !flags,
    );
  });
}

/** Names of members, by whether each interface that has one has it in the oldest browsers. */
function membersOf(...roots: (Identifier | undefined)[]): Map<string, boolean> {
  const members = new Map<string, boolean>();
  for (const root of roots) {
    for (const owner of Object.values(root ?? {})) {
      for (const [key, member] of Object.entries(owner)) {
        if (key === '__compat' || member === null || typeof member !== 'object' || !('__compat' in member)) continue;
        const name = key.replace(/_static$/, '').replace(/_event$/, '');
        // If one interface has the name, a use of it may be of that one.
        if (member.__compat !== undefined) members.set(name, members.get(name) || isSupported(member.__compat));
      }
    }
  }
  return members;
}

const declaration = /\b(\w+)\??:|^\s*(?:(?:readonly|async|get|set) )*(\w+)[(<,]/gm;

/** Without comments and texts. */
function readCode(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/'[^'\n]*'|`[^`]*`/g, "''")
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '');
}

it('uses no API that the oldest browsers lack, unless it looks for it first', () => {
  const members = membersOf(compatData.api, compatData.javascript.builtins, compatData.javascript.builtins?.Intl);
  const codes = browserFiles.map((file) => ({ file, code: readCode(file) }));
  // Members of our own types and objects, whatever the platform calls so.
  const own = new Set(
    codes.flatMap(({ code }) => [...code.matchAll(declaration)].map((match) => match[1] ?? match[2])),
  );
  const uses = codes.flatMap(({ file, code }) => {
    const names = [...code.matchAll(/(?<!\.)\.([A-Za-z]\w*)\b/g)]
      .map(([, name = '']) => name)
      .filter((name) => !own.has(name) && !libraryNames.has(name));
    return [...new Set(names)].filter((name) => members.get(name) === false).map((name) => `${file}: ${name}`);
  });
  expect(uses.toSorted()).toEqual(checked);
});

it('says in the documentation which they are', () => {
  const { chrome, edge, firefox, safari } = oldestBrowsers;
  const text = readFileSync('docs/embedding.md', 'utf8');
  expect(text).toContain(`Chrome ${chrome}, Edge ${edge}, Firefox ${firefox} and Safari ${safari}`);
});
