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

export function launcherLabel(locale: string | undefined): string {
  const language = (locale || document.documentElement.lang || navigator.language).slice(0, 2);
  return labels[language] ?? 'Open chat';
}
