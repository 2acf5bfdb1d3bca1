import type MiniSearch from 'minisearch';
import { createIndex, type Section, search } from './search-index.ts';

const maxResults = 8;

/**
 * The search of the documentation. Its results are links to headings, shown below the field. The index is loaded when the
 * field gets the focus.
 */
export function installSearch(field: HTMLInputElement, results: HTMLElement, status: HTMLElement): void {
  let index: Promise<MiniSearch<Section>> | undefined;

  field.addEventListener('focus', () => {
    index ??= loadIndex();
  });
  field.addEventListener('input', async () => {
    index ??= loadIndex();
    const query = field.value.trim();
    try {
      const found = query === '' ? [] : search(await index, query).slice(0, maxResults);
      // The user may have typed more while the index was loading.
      if (query !== field.value.trim()) return;
      results.replaceChildren(...found.map((hit) => resultLink(hit.id, hit.page, hit.title)));
      status.textContent = query === '' || found.length > 0 ? '' : 'Nothing found. Try fewer or other words.';
    } catch {
      index = undefined;
      status.textContent = "The search couldn't be loaded. Type again to retry.";
    }
    results.hidden = results.childElementCount === 0;
  });
}

async function loadIndex(): Promise<MiniSearch<Section>> {
  const response = await fetch('/docs/search-index.json');
  if (!response.ok) throw new Error(`GET /docs/search-index.json: ${response.status}`);
  return createIndex(await response.json());
}

function resultLink(href: string, page: string, title: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = href;
  const source = document.createElement('small');
  source.textContent = page;
  link.append(title, source);
  item.append(link);
  return item;
}
