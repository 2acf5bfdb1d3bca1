import panelFile from 'virtual:panel-file';
import type { InlinedConfig } from '../../protocol/index.ts';
import { installGlobal } from '../../widget/launcher/index.ts';
import { findOwnTag } from './own-tag.ts';

/** The proxy that serves this script replaces this text by the widget's configuration. */
const inlined = '<config>';
const config: InlinedConfig | undefined = inlined[0] === '%' ? JSON.parse(decodeURIComponent(inlined)) : undefined;

const tag = findOwnTag();
const src = tag?.src || document.baseURI;
// A script with a configuration comes from the proxy that takes the leads.
const attributes: DOMStringMap = { ...(config && { proxyUrl: new URL('.', src).href }), ...tag?.dataset };
const isConfigured = config || attributes.flowId || attributes.proxyUrl;

const load = (file: string) => import(/* @vite-ignore */ new URL(file, src).href);

installGlobal(
  // After an upgrade the file may no longer exist. panel.js loads the panel of the current build.
  () => load(panelFile).catch(() => load('panel.js')),
  isConfigured ? { config, attributes } : undefined,
);
