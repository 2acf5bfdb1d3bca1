import { LeadChatElement } from './lead-chat-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'lead-chat': LeadChatElement;
  }
}

/** Importing this file defines `<lead-chat>`. A second copy of it has no effect. */
if (globalThis.customElements?.get('lead-chat') === undefined) {
  globalThis.customElements?.define('lead-chat', LeadChatElement);
}

export { LeadChatElement };
