import MiniSearch, { type SearchResult } from 'minisearch';

/**
 * A heading of the documentation with the text below it, as the build writes it to the index. `words`: what readers call the
 * subject of a page.
 */
export type Section = { id: string; page: string; title: string; text: string; words?: string };

const reference = '/docs/reference';

/** Words of a question that say nothing about its subject. */
const fillers = new Set(
  'a an and are can do does for from how i if in is it my not of on or our should that the their there they this to want we what when where which who why will with you your'.split(
    ' ',
  ),
);

export function createIndex(sections: readonly Section[]): MiniSearch<Section> {
  const settingNames = settingNamesIn(sections);
  const index = new MiniSearch<Section>({
    fields: ['words', 'title', 'page', 'text'],
    storeFields: ['page', 'title'],
    processTerm: (term) => (fillers.has(term.toLowerCase()) ? null : term.toLowerCase()),
    searchOptions: {
      boost: { words: 8, title: 4, page: 2 },
      boostDocument: (id, term) => boostOf(String(id), settingNames.has(term)),
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  });
  index.addAll(sections);
  return index;
}

/**
 * Many pages mention a setting by its name, but the reference explains it, in long sections that would come last. For all other
 * words it comes after the guides, and so do the pages that explain how leadchat was made.
 */
function boostOf(id: string, isSettingName: boolean): number {
  if (id.startsWith(reference)) return isSettingName ? 3 : 0.5;
  return isAboutMaking(id) ? 0.5 : 1;
}

/** Pages that explain how leadchat was made. */
function isAboutMaking(id: string): boolean {
  return /^\/docs\/(?:architecture|decisions|faults|figures|reliability|service-api)/.test(id);
}

/** Names of the reference that nobody types by chance, such as `retentionDays`. */
function settingNamesIn(sections: readonly Section[]): Set<string> {
  const texts = sections.filter(({ id }) => id.startsWith(reference)).map(({ title, text }) => `${title} ${text}`);
  return new Set(texts.flatMap((text) => text.match(/\b[a-z]+[A-Z]\w*/g) ?? []).map((name) => name.toLowerCase()));
}

/**
 * Sections with all words; if no guide has one, a question in the reader's own words still finds those with most of them. The lists
 * of how leadchat was made are long enough to have all words of many questions.
 */
export function search(index: MiniSearch<Section>, query: string): SearchResult[] {
  const found = index.search(query);
  const isAnswered = found.some(({ id }) => !isAboutMaking(String(id)));
  return isAnswered ? found : index.search(query, { combineWith: 'OR' });
}
