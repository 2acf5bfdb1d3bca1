import { installGlobal } from '../shell/index.ts';

/** Where the panel lies, relative to this script; the build fills it in. */
declare const __PANEL__: string;

/** A proxy that serves this script puts the widget's configuration in the place of this text. */
const inlined = '__LEADCHAT_CONFIG__';

const script = document.currentScript;
const address = script instanceof HTMLScriptElement ? script.src : document.baseURI;
const attributes = script instanceof HTMLScriptElement ? { ...script.dataset } : {};
const config: unknown = inlined.startsWith('%7B') ? JSON.parse(decodeURIComponent(inlined)) : undefined;

const isConfigured = config !== undefined || attributes.flowId !== undefined || attributes.proxyUrl !== undefined;
installGlobal(
  () => import(/* @vite-ignore */ new URL(__PANEL__, address).href),
  isConfigured
    ? {
        config,
        attributes: config === undefined ? attributes : { proxyUrl: new URL(address).origin, ...attributes },
        given: {},
      }
    : undefined,
);
