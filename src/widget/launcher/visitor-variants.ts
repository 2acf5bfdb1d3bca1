import type { StorageConsent } from '../../core/index.ts';
import {
  attempt,
  chooseVariants,
  getStorage,
  layersOnPage,
  mergeOptions,
  type RawOptions,
  readText,
  storeText,
  type Variants,
  variantsKey,
} from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';

/** What a visitor has seen, or used: from then on their variants stay. */
const uses = /^(?:open|teaser:show|form:start|lead:submit|message:sent)$/;

/** After these, another tab may have changed what is stored: a page in the back/forward cache does not hear of other tabs. */
const otherTabEvents = ['storage', 'pageshow'];

/**
 * The visitor's variants. Until the visitor uses the chat nothing is stored, and what another page has stored wins as soon as it
 * can be read. From then on the variants of this page view stay, and are stored for the next pages.
 *
 * `onChange`: another tab has stored variants, or deleted the visitor's data.
 */
export function createVisitorVariants(signal: AbortSignal, onChange: () => void) {
  /** Also those of experiments on other pages. */
  let known: Variants = {};
  let isUsed = false;
  /** Null without an experiment, without consent, and if the browser blocks it. */
  let storage: Storage | null = null;
  /** What the storage contained last. */
  let stored: string | null = null;

  const read = () => readText(storage, variantsKey);

  function keep(current: Variants): void {
    const text = toJson({ ...parse(stored), ...current });
    // If it is full, the next page draws again.
    if (isUsed && text !== stored && storeText(storage, variantsKey, text)) stored = text;
  }

  function forget(): void {
    known = {};
    isUsed = false;
  }

  function onOtherTab(): void {
    if (read() !== stored) onChange();
  }

  return {
    /** Chooses the variants of the experiments on a page. `consent`: what the visitor has answered, in any tab. */
    choose(sources: readonly (RawOptions | undefined)[], path: string, consent: StorageConsent | undefined): Variants {
      const layers = layersOnPage(sources, path);
      if (!layers.some(({ experiments }) => experiments)) {
        storage = stored = null;
        return {};
      }
      storage = getStorage(mergeOptions(...layers, { consent }));
      // Only now: the browser opens the storage for whoever listens to it, and the page waits for that. Listening again adds nothing.
      if (storage) for (const name of otherTabEvents) addEventListener(name, onOtherTab, { signal });
      const before = stored;
      stored = read();
      if (storage && before !== null && stored === null) forget();
      if (!isUsed) known = { ...known, ...parse(stored) };
      const current = chooseVariants(sources, path, known);
      known = { ...known, ...current };
      keep(current);
      return current;
    },
    /** An event of the widget, and what the visitor sees of the experiments. */
    onEvent(name: string, current: Variants): void {
      if (isUsed || !uses.test(name)) return;
      isUsed = true;
      keep(current);
    },
    /** The next visitor gets variants of their own. */
    forget,
  };
}

function parse(text: string | null): Variants {
  return Object(attempt(() => JSON.parse(text ?? 'null')));
}
