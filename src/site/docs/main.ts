import { installSearch } from './search.ts';

const field = document.querySelector<HTMLInputElement>('#docs-query');
const results = document.querySelector<HTMLElement>('#docs-results');
const status = document.querySelector<HTMLElement>('#docs-status');
if (field && results && status) installSearch(field, results, status);

const allPages = document.querySelector<HTMLDetailsElement>('details.docs-nav');
// The same width as in docs.css. On a phone the list of pages is longer than the screen, so it is closed at first.
const isNarrow = matchMedia('(max-width: 860px)');
const foldPages = () => {
  if (allPages) allPages.open = !isNarrow.matches;
};
isNarrow.addEventListener('change', foldPages);
foldPages();
