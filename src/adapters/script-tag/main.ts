import { conversationFile, inlineFile, languageFiles, leadsFile, panelFile, schemasFile } from 'virtual:chunk-files';
import { pageDocument, removeNode } from '../../page-globals.ts';
import { languageOf } from '../../protocol/locale.ts';
import type { InlinedConfig } from '../../protocol/proxy/public-config.ts';
import { installGlobal } from '../../widget/launcher/index.ts';
import { findOwnTag } from './own-tag.ts';

/** The proxy that serves this script replaces this text by the widget's configuration. */
const inlined = '<config>';
const config: InlinedConfig | undefined = inlined[0] === '%' ? JSON.parse(decodeURIComponent(inlined)) : undefined;

const tag = findOwnTag();
/** Where this script comes from. Without `URL`, because pages have a variable of that name. */
const folder = /^[^?#]*\//.exec(tag?.src || pageDocument.baseURI)?.[0] ?? '';
// A script with a configuration comes from the proxy that takes the leads.
const attributes: DOMStringMap = { ...(config && { proxyUrl: folder }), ...tag?.dataset };
const isConfigured = config || attributes.flowId || attributes.proxyUrl;

const load = (file: string) => import(/* @vite-ignore */ folder + file);
/** The panel imports it again, and reports a failure. */
const evaluate = (file: string) => load(file).catch(() => {});

/**
 * Requests a module that imports the panel, beside it. An import of it would request a panel that is blocked once more. The page keeps
 * no trace of that.
 */
function preload(file: string): void {
  const link = pageDocument.createElement('link');
  link.onload = link.onerror = () => removeNode(link);
  Object.assign(link, { rel: 'modulepreload', href: folder + file });
  pageDocument.documentElement.appendChild(link);
}

installGlobal(
  ({ locale, hasForm, isInline, isResumed }) => {
    // Before the panel, which is three times as large: many servers send files one after the other, in the order of their
    // requests, and what has come is evaluated while the rest is on its way.
    for (const file of [schemasFile, languageFiles[languageOf(locale)] ?? languageFiles.en]) evaluate(file);
    const panel = load(panelFile);
    const withPanel: string[] = [];
    if (hasForm) withPanel.push(leadsFile);
    if (isInline) withPanel.push(inlineFile);
    if (isResumed) withPanel.push(conversationFile);
    withPanel.forEach(preload);
    panel.then(
      () => withPanel.forEach(evaluate),
      () => {},
    );
    // After an upgrade the file may no longer exist. panel.js loads the panel of the current build.
    return panel.catch(() => load('panel.js'));
  },
  isConfigured ? { config, attributes } : undefined,
);
