/** The launcher's accessible name before the panel is loaded. Each starts with the code of its language. */
const labels =
  'deChat öffnen,esAbrir chat,ptAbrir chat,itApri chat,frOuvrir le chat,nlChat openen,plOtwórz czat,trSohbeti aç,arفتح الدردشة,heפתיחת צ׳אט,jaチャットを開く,zh打开聊天';

export function launcherLabel(locale: string): string {
  const language = (locale || document.documentElement.lang || navigator.language).slice(0, 2);
  return (
    labels
      .split(',')
      .find((label) => label.startsWith(language))
      ?.slice(2) ?? 'Open chat'
  );
}
