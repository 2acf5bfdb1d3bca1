import type { ChatMessage } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { pageDocument } from '../../../page-globals.ts';
import { hasMarkdown, loadFormatter } from '../markdown/use-formatter.ts';

/** Lets the visitor download the conversation as a text. */
export async function downloadTranscript(messages: readonly ChatMessage[], translator: Translator): Promise<void> {
  downloadText(await formatTranscript(messages, translator), 'chat.txt');
}

/** Formats the conversation as plain text, with the name, time and text of each message. */
export async function formatTranscript(messages: readonly ChatMessage[], translator: Translator): Promise<string> {
  const words = await loadWords(messages);
  const time = new Intl.DateTimeFormat(translator.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return messages
    .map(({ from, author, at, text }) => {
      const name = from === 'visitor' ? translator.t('you') : (author?.name ?? translator.t('title'));
      return `${name} · ${time.format(at)}\n${from === 'agent' ? words(text) : text}\n`;
    })
    .join('\n');
}

/** Without the formatter, the transcript has the texts as they are written. */
async function loadWords(messages: readonly ChatMessage[]): Promise<(text: string) => string> {
  const asWritten = (text: string) => text;
  if (!messages.some(hasMarkdown)) return asWritten;
  return loadFormatter().then(
    ({ withButtonWords }) => withButtonWords,
    () => asWritten,
  );
}

function downloadText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = pageDocument.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
