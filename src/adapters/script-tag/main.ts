import panelFile from 'virtual:panel-file';
import { installGlobal } from '../../widget/launcher/index.ts';

/** A proxy that serves this script puts the widget's configuration in the place of this text. */
const inlined = '<config>';

// A module has no current script, and a page that bundles this one has no tag of ours.
const { src = document.baseURI, dataset } = Object(
  document.currentScript || document.querySelector('script[src*="/leadchat"]'),
);
const attributes = { ...dataset };
const config = inlined[0] === '%' && JSON.parse(decodeURIComponent(inlined));
const load = (file: string) => import(/* @vite-ignore */ new URL(file, src).href);

const isConfigured = config || attributes.flowId || attributes.proxyUrl;
installGlobal(
  // After an upgrade the file may be gone; this one leads to the panel that there is.
  () => load(panelFile).catch(() => load('panel.js')),
  isConfigured
    ? { config, attributes: { ...(config && { proxyUrl: new URL('.', src).href }), ...attributes } }
    : undefined,
);
