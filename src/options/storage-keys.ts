/**
 * All names under which the widget stores data in the browser or communicates with its other tabs. Builds that visitors have
 * already loaded use the same names, so changing one loses conversations and leads.
 */

/** Data under keys with this prefix can be resumed. A page that finds such a key loads the panel without a click. */
export const resumablePrefix = 'leadchat:';

/** The conversation. Its session id resumes it. */
export function conversationKey(flowId: string): string {
  return `${resumablePrefix}${flowId}`;
}

/** This tab's unconfirmed messages, in `sessionStorage`. */
export function outboxKey(flowId: string): string {
  return `${resumablePrefix}${flowId}:outbox`;
}

/** The call-back that is under way. */
export function callKey(flowId: string): string {
  return `${resumablePrefix}${flowId}:call`;
}

/** A lead that no chat followed. Nothing can be resumed, so it does not make a page load the panel. */
export function thanksKey(flowId: string): string {
  return `leadchat-thanks:${flowId}`;
}

/** Leads that still have to be sent. */
export const leadsKey = `${resumablePrefix}leads`;

/** The visitor's first and last touch. */
export const attributionKey = 'leadchat-attribution';

/** When each trigger last fired. */
export const triggersKey = 'leadchat-triggers';

/** The name of the lock and of the broadcast channel that the tabs of one conversation share. */
export function tabsChannel(flowId: string): string {
  return `${resumablePrefix}${flowId}`;
}
