import { conversationKey, getStorage, type ResolvedOptions } from '../../options/index.ts';
import type { PublicConfig } from '../../protocol/index.ts';

/** Whether there is something to resume, before the chat that would resume it is made. */
export function isConversationKept(options: ResolvedOptions, flowId: string): boolean {
  try {
    return getStorage(options)?.getItem(conversationKey(flowId)) != null;
  } catch {
    return false;
  }
}

/** What a chat is made of, comparable: when it changes, another chat is made. */
export function coreSettings(options: ResolvedOptions, config: PublicConfig | null) {
  const { proxyUrl, hooksUrl, form, leadForm, storage, resumeDays, fields, consentText } = options;
  const ownConsent =
    consentText === undefined ? null : { text: consentText, version: consentText.slice(0, 100), required: true };
  return {
    proxyUrl,
    hooksUrl,
    form,
    leadForm,
    storage,
    resumeDays,
    fields: config?.form.fields ?? fields,
    consent: config?.form.consent ?? ownConsent,
    defaultCountry: config?.form.defaultCountry,
  };
}
