/**
 * All names under which the widget stores data in the browser or communicates with its other tabs. What the chat
 * stores contains its version (core/effects/json-storage.ts): data of another version is left alone.
 */

/** Data under keys with this prefix can be resumed. A page that finds such a key loads the panel without a click. */
export const resumablePrefix = 'leadchat:';

/** The conversation. Its session id resumes it. */
export function conversationKey(flowId: string): string {
  return `${resumablePrefix}${flowId}`;
}

export const outboxSuffix = ':outbox';

/** This tab's unconfirmed messages and its text box, in `sessionStorage`. */
export function outboxKey(flowId: string): string {
  return `${resumablePrefix}${flowId}${outboxSuffix}`;
}

/** The call-back that is under way. */
export function callKey(flowId: string): string {
  return `${resumablePrefix}${flowId}:call`;
}

const thanksPrefix = 'leadchat-thanks:';

/** A lead that no chat followed. Nothing can be resumed, so it does not make a page load the panel. */
export function thanksKey(flowId: string): string {
  return `${thanksPrefix}${flowId}`;
}

const formPrefix = 'leadchat-form:';

/** The form of this tab, with what was typed into it, in `sessionStorage`. It does not make a page load the panel. */
export function formKey(flowId: string): string {
  return `${formPrefix}${flowId}`;
}

/** Leads that still have to be sent. */
export const leadsKey = `${resumablePrefix}leads`;

/** The visitor's first and last touch. */
export const attributionKey = 'leadchat-attribution';

/** When each trigger last fired. */
export const triggersKey = 'leadchat-triggers';

/** The visitor's variants, by experiment. */
export const variantsKey = 'leadchat-variants';

/** The language that the visitor has chosen in the menu. */
export const localeKey = 'leadchat-locale';

/** That the visitor has chosen the larger panel. */
export const sizeKey = 'leadchat-size';

/** Nothing is kept under it: that it is written tells the other tabs what was deleted, as each has a storage of its own. */
export const deletionKey = 'leadchat-deletion';

/** Nothing is kept under it: that it is written tells the other tabs what the visitor has answered about storing. */
export const consentKey = 'leadchat-consent';

/** What the keys of everything that is stored begin with. Other keys of the page's site are not ours. */
export const storedNames = [
  resumablePrefix,
  thanksPrefix,
  formPrefix,
  attributionKey,
  triggersKey,
  variantsKey,
  localeKey,
  sizeKey,
  deletionKey,
  consentKey,
];

/** The version of the messages between tabs. */
const tabsVersion = 2;

/**
 * The name of the lock and of the broadcast channel that the tabs of one conversation share. It contains the version: tabs
 * of another version would wait for a leader whose messages they cannot read, so they work by themselves.
 */
export function tabsChannel(flowId: string, version: number = tabsVersion): string {
  return `${resumablePrefix}${flowId}:tabs-${version}`;
}
