import type { CoreOptions } from '../../core/index.ts';
import { hasQueuedLeads, hasResumable, type ResolvedOptions } from '../../options/index.ts';
import { cutText } from '../../protocol/cut-text.ts';
import type { FormConsent } from '../../protocol/form.ts';
import { toJson } from '../../protocol/json.ts';
import { isPageAllowed } from '../../protocol/proxy/page-allowed.ts';
import type { PublicConfig } from '../../protocol/proxy/public-config.ts';

/** The options that a chat is created with. */
export function toCoreOptions(options: ResolvedOptions, config: PublicConfig | null) {
  const { hooksUrl, form, askAfter, resumeDays, fields, consentText } = options;
  // Where the proxy refuses leads, the visitor can chat, but is not asked for one.
  const isAllowed = isPageAllowed(config, location.origin, options.proxyUrl);
  const ownConsent =
    consentText === undefined ? null : { text: consentText, version: versionOf(consentText), required: true };
  return {
    proxyUrl: isAllowed ? options.proxyUrl : undefined,
    hooksUrl,
    form,
    leadForm: isAllowed || hooksUrl !== undefined ? options.leadForm : 'off',
    askAfter,
    resumeDays,
    fields: config?.form.fields ?? fields,
    consent: config?.form.consent ?? ownConsent,
    steps: config?.form.steps,
    defaultCountry: config?.form.defaultCountry,
  };
}

/** A proxy's configuration names the version of its consent. Without a proxy, the text itself is the version. */
function versionOf(text: FormConsent['text']): string {
  return cutText(typeof text === 'string' ? text : toJson(text), 100);
}

/** The options need a new chat only if their key changes. */
export function chatKey(options: ResolvedOptions, config: PublicConfig | null): string {
  const { flowId, wssUrl } = options;
  return toJson({ ...toCoreOptions(options, config), flowId, wssUrl });
}

/** Whether the chat asks for a lead, or an earlier page may have stored a queued lead, a call-back, or a chat with a lead. */
export function mayHaveLeads(options: ResolvedOptions, { proxyUrl, hooksUrl, leadForm }: CoreOptions): boolean {
  if (proxyUrl === undefined && hooksUrl === undefined) return false;
  return leadForm !== 'off' || hasResumable(options) || hasQueuedLeads();
}
