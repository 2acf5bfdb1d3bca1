import { installGlobal } from '../src/widget/launcher/index.ts';

/** Takes the place of leadchat.js in `npm run dev`: the same widget, from the sources. The proxy is asked for its options. */
const attributes = { ...document.querySelector<HTMLScriptElement>('script[src*="/dev.ts"]')?.dataset };
installGlobal(() => import('../src/widget/panel/index.ts'), { attributes });
