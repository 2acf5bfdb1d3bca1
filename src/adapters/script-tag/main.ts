import { leadsFile, panelFile, phoneFile } from 'virtual:chunk-files';
import { pageDocument } from '../../page-globals.ts';
import type { InlinedConfig } from '../../protocol/index.ts';
import { installGlobal } from '../../widget/launcher/index.ts';
import { findOwnTag } from './own-tag.ts';

/** The proxy that serves this script replaces this text by the widget's configuration. */
const inlined = '<config>';
const config: InlinedConfig | undefined = inlined[0] === '%' ? JSON.parse(decodeURIComponent(inlined)) : undefined;

const tag = findOwnTag();
const src = tag?.src || pageDocument.baseURI;
// A script with a configuration comes from the proxy that takes the leads.
const attributes: DOMStringMap = { ...(config && { proxyUrl: new URL('.', src).href }), ...tag?.dataset };
const isConfigured = config || attributes.flowId || attributes.proxyUrl;

const load = (file: string) => import(/* @vite-ignore */ new URL(file, src).href);

/** Requests a module before the panel imports it. The page keeps no trace of that. */
function preload(file: string, fetchPriority: string): void {
  const link = pageDocument.createElement('link');
  link.onload = link.onerror = link.remove;
  Object.assign(link, { rel: 'modulepreload', href: new URL(file, src).href, fetchPriority });
  pageDocument.documentElement.append(link);
}

installGlobal(
  (hasForm) => {
    // After an upgrade the file may no longer exist. panel.js loads the panel of the current build.
    const panel = load(panelFile).catch(() => load('panel.js'));
    if (hasForm) {
      preload(leadsFile, 'auto');
      preload(phoneFile, 'low');
    }
    return panel;
  },
  isConfigured ? { config, attributes } : undefined,
);
