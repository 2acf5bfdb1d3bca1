/** The launcher's accessible name until the panel brings the visitor's language. */
const labels: Record<string, string> = {
  de: 'Chat öffnen',
  es: 'Abrir chat',
  fr: 'Ouvrir le chat',
  pt: 'Abrir chat',
  it: 'Apri chat',
  nl: 'Chat openen',
  pl: 'Otwórz czat',
  tr: 'Sohbeti aç',
  ar: 'فتح الدردشة',
  he: 'פתיחת צ׳אט',
  ja: 'チャットを開く',
  zh: '打开聊天',
};

export function launcherLabel(locale: unknown): string {
  const language = `${locale || document.documentElement.lang || navigator.language}`.slice(0, 2);
  return labels[language] ?? 'Open chat';
}
