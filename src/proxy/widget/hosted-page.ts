import { escapeHtml, scriptTag } from '../../snippet/index.ts';

export type HostedPageOptions = {
  language: string;
  direction: 'ltr' | 'rtl';
  theme: 'auto' | 'light' | 'dark';
  title: string;
  color: string;
  /** What visitors without scripts read, and how they can reach the site. */
  withoutScript: { needed: string; reach: string };
  /** What visitors read whose browser could not load the widget. */
  failed: { unavailable: string; tryAgain: string };
  contact: string | undefined;
  /** Address of the widget, relative to the page, which may lie under any path of the visitor's host. */
  script: string;
  /** Attributes of its tag. */
  attributes: Readonly<Record<string, unknown>>;
};

/**
 * The page as a whole: the head of the chat is painted from these bytes alone, and the widget draws itself over it. At most 3 kB,
 * because a phone that follows a QR code waits for all of it.
 */
export function hostedPage(options: HostedPageOptions): string {
  const { language, direction, theme, title, color, withoutScript, failed, contact, script, attributes } = options;
  const name = escapeHtml(title);
  const reach = contact === undefined ? '' : contactLine(withoutScript.reach, contact);
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}" class="${theme}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${escapeHtml(color)}">
<title>${name}</title>
<style>${pageStyles(color)}</style>
<main id="chat"><p aria-hidden="true"><i></i>${name}</p></main>
<noscript><section><p>${withoutScript.needed}</p>${reach}</section></noscript>
<section id="failed" role="alert" hidden><p>${escapeHtml(failed.unavailable)} <a href="">${escapeHtml(failed.tryAgain)}</a></p>${reach}</section>
<script>${pageScript}</script>
${scriptTag(script, attributes)}
</html>
`;
}

function contactLine(reach: string, contact: string): string {
  const shown = contact.replace(/^(?:mailto:|tel:|https:\/\/)/, '').replace(/[?#].*|\/$/, '');
  return `<p>${reach} <a href="${escapeHtml(contact)}" dir="auto">${escapeHtml(shown)}</a></p>`;
}

/**
 * The chat has the colors and the height of its head from the first paint on, so nothing moves when the widget is there. It
 * keeps clear of a phone's notch, and of its keyboard by `pageScript`.
 */
export function pageStyles(color: string): string {
  return [
    `html{--c:${color};color-scheme:light dark;height:100%;overflow:hidden;overscroll-behavior:none;background:light-dark(oklch(from var(--c) .96 min(c,.01) h),oklch(from var(--c) .15 min(c,.012) h))}`,
    '.light{color-scheme:light}.dark{color-scheme:dark}',
    'body{margin:0;font:15px/1.45 system-ui,sans-serif}',
    'main,section{position:fixed;inset:0;box-sizing:border-box;width:100%;max-width:720px;margin:0 auto}',
    '#chat{height:100dvh;isolation:isolate;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);background:light-dark(#fff,oklch(from var(--c) .19 min(c,.014) h));--leadchat-panel-min-height:0}',
    '#chat>::part(panel){border-radius:0;box-shadow:none}',
    'p[aria-hidden]{position:absolute;z-index:-1;left:0;right:0;display:flex;align-items:center;gap:12px;margin:0;padding:16px 20px;font-weight:620;border-bottom:1px solid #8883}',
    'i{flex:none;width:40px;height:40px;border-radius:50%;background:var(--c)}',
    'section{padding:96px 20px 0;font-size:17px}',
    '@media(min-width:760px)and (min-height:560px){main,section{inset:24px 0 auto}#chat{height:calc(100dvh - 48px);border-radius:20px;overflow:hidden}}',
  ].join('');
}

/**
 * Says that the widget could not be loaded: its script (of all that a page with a chat may load, only its tag names a target), or the
 * chat itself, instead of the bubble that other pages have then. A chat that only could not be moved into the page opens above it.
 * And keeps the chat within what the keyboard leaves of the screen, where the page itself does not get smaller (iOS).
 */
export const pageScript =
  "{const x=()=>document.getElementById('failed').hidden=false;addEventListener('error',e=>{if(e.target.dataset?.target)x()},true);addEventListener('leadchat:error',({detail:{code}})=>{if(code=='load-failed')LeadChat.getState().loaded?setTimeout(()=>LeadChat.open()):(LeadChat.hide(),x())})}{const v=visualViewport,{style:s}=document.getElementById('chat'),f=()=>{if(v.scale<1.01){const k=v.height<innerHeight-80;s.height=k?v.height+'px':'';s.top=k?v.offsetTop+'px':''}};v&&(v.onresize=v.onscroll=f)}";
