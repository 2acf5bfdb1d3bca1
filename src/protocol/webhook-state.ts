export const webhookStates = ['pending', 'delivered', 'dead', 'dismissed'] as const;
/** State of a webhook. `dead`: the receiver refused it for about three days. `dismissed`: an operator gave up a dead one. */
export type WebhookState = (typeof webhookStates)[number];
