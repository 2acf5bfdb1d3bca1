import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { Translator } from '../../../i18n/index.ts';

/** The number of unread messages on the bubble; its name stays, the number is its description. Returns its end. */
export function badgeOf(
  launcher: HTMLElement,
  unread: ReadonlySignal<number>,
  translator: ReadonlySignal<Translator>,
): () => void {
  const badge = document.createElement('b');
  badge.className = 'badge';
  launcher.append(badge);
  const end = effect(() => {
    const count = unread.value;
    badge.hidden = count === 0;
    // Drawn by the sheet: what is read inside the button would have to be in its name.
    badge.dataset.count = count > 99 ? '99+' : String(count);
    if (count === 0) launcher.removeAttribute('aria-description');
    else launcher.setAttribute('aria-description', translator.value.t('unread', { count }));
  });
  return () => {
    end();
    badge.remove();
  };
}
