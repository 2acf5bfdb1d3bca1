/**
 * Every name under which the widget stores something in the browser, or talks to its other tabs. Builds that visitors
 * have already loaded use the same names, so changing one loses conversations and leads.
 */

/** Keys with this prefix are something to go on with: a page that finds one loads the panel without waiting for a click. */
export const resumablePrefix = 'leadchat:';

/** The conversation; the session id in it is what resumes it. */
export function conversationKey(flowId: string): string {
  return `${resumablePrefix}${flowId}`;
}

/** Messages of this tab that have not been acknowledged. In `sessionStorage`. */
export function outboxKey(flowId: string): string {
  return `${resumablePrefix}${flowId}:outbox`;
}

/** The call-back that is under way. */
export function callKey(flowId: string): string {
  return `${resumablePrefix}${flowId}:call`;
}

/** A lead that was left without a chat. There is nothing to go on with, so it loads no panel. */
export function thanksKey(flowId: string): string {
  return `leadchat-thanks:${flowId}`;
}

/** Leads that still have to be sent. */
export const leadsKey = `${resumablePrefix}leads`;

/** Where the visitor came from. */
export const attributionKey = 'leadchat-attribution';

/** When each trigger last fired. */
export const triggersKey = 'leadchat-triggers';

/** Name of the lock and of the broadcast channel that the tabs of one conversation share. */
export function tabsChannel(flowId: string): string {
  return `${resumablePrefix}${flowId}`;
}
