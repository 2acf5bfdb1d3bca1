import { pageDocument } from '../../page-globals.ts';
import { languageOf, readLocale } from '../../protocol/locale.ts';

/** The launcher's accessible name before the panel is loaded, by language. */
const labels: Readonly<Record<string, string>> = {
  de: 'Chat öffnen',
  es: 'Abrir chat',
  pt: 'Abrir chat',
  it: 'Apri chat',
  fr: 'Ouvrir le chat',
  nl: 'Chat openen',
  pl: 'Otwórz czat',
  tr: 'Sohbeti aç',
  ar: 'فتح الدردشة',
  he: 'פתיחת צ׳אט',
  ja: 'チャットを開く',
  zh: '打开聊天',
};

/** The locale of the page's visitor: that of the option, else the page's, else the browser's. */
export function launcherLocale(locale: string | undefined): string {
  return readLocale(locale) ?? readLocale(pageDocument.documentElement.lang) ?? readLocale(navigator.language) ?? 'en';
}

export function launcherLabel(locale: string): string {
  return labels[languageOf(locale)] ?? 'Open chat';
}
