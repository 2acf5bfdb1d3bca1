import { installGlobal } from '../shell/index.ts';

/** Where the panel lies, relative to this script; the build fills it in. */
declare const __PANEL__: string;

/** A proxy that serves this script puts the widget's configuration in the place of this text. */
const inlined = '__LEADCHAT_CONFIG__';

// Object() because a page that bundles this script has no tag of ours.
const { src = document.baseURI, dataset } = Object(document.currentScript);
const attributes = { ...dataset };
const config = inlined[0] === '%' && JSON.parse(decodeURIComponent(inlined));

const isConfigured = config || attributes.flowId || attributes.proxyUrl;
installGlobal(
  () => import(/* @vite-ignore */ new URL(__PANEL__, src).href),
  isConfigured
    ? { config, attributes: { ...(config && { proxyUrl: new URL(src).origin }), ...attributes } }
    : undefined,
);
