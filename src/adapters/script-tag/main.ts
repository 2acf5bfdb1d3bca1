import { conversationFile, inlineFile, languageFiles, leadsFile, panelFile, schemasFile } from 'virtual:chunk-files';
import { pageDocument } from '../../page-globals.ts';
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

installGlobal(
  ({ locale, hasForm, isInline, isResumed }) => {
    // After an upgrade the file may no longer exist. panel.js loads the panel of the current build.
    const panel = load(panelFile).catch(() => load('panel.js'));
    const beside = [schemasFile, languageFiles[languageOf(locale)] ?? languageFiles.en];
    if (hasForm) beside.push(leadsFile);
    if (isInline) beside.push(inlineFile);
    if (isResumed) beside.push(conversationFile);
    // What has come is evaluated while the rest is on its way. The panel imports it again, and reports a failure.
    for (const file of beside) load(file).catch(() => {});
    return panel;
  },
  isConfigured ? { config, attributes } : undefined,
);
