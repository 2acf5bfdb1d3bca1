import type { ChatMessage } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { pageDocument } from '../../../page-globals.ts';
import { withButtonWords } from '../agent-buttons/button-words.ts';

/** Formats the conversation as plain text, with the name, time and text of each message. */
export function formatTranscript(messages: readonly ChatMessage[], translator: Translator): string {
  const time = new Intl.DateTimeFormat(translator.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return messages
    .map(({ from, author, at, text }) => {
      const name = from === 'visitor' ? translator.t('you') : (author?.name ?? translator.t('title'));
      return `${name} · ${time.format(at)}\n${from === 'agent' ? withButtonWords(text) : text}\n`;
    })
    .join('\n');
}

/** Lets the visitor download a text as a file. */
export function downloadText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = pageDocument.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
