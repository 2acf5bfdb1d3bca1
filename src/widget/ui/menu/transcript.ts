import type { ChatMessage } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';

/** The conversation as plain text: who, when, what. */
export function transcriptOf(messages: readonly ChatMessage[], title: string, translator: Translator): string {
  const time = new Intl.DateTimeFormat(translator.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return messages
    .map(({ from, author, at, text }) => {
      const name = from === 'visitor' ? translator.t('you') : (author?.name ?? title);
      return `${name} · ${time.format(at)}\n${text}\n`;
    })
    .join('\n');
}

/** Saves a text as a file of the visitor's. */
export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
