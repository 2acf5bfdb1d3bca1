export { adoptStyles } from './adopt-styles.ts';
export { getNextCallOffer } from './callback/call-offer.ts';
export { conversationStyles, Log, MenuContent, prepareTimes } from './conversation/index.ts';
export type { ConversationParts } from './conversation-parts.ts';
export { CallbackStatus, ConsentAgain, ConversationForm, LeadForm, Thanks } from './form/index.ts';
export type { FormParts } from './form-parts.ts';
export { mountPanel } from './mount-panel.tsx';
export type { PanelModel, Teaser } from './panel-model.ts';
