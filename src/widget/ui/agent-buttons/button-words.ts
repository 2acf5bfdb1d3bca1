const button = /\[([^[\]\n]{1,500})\]\(leadchat:[^()\n]{0,2000}\)/gi;

/** Replaces the buttons of an agent's message by their words, for whatever is no message that the visitor can click in. */
export function withButtonWords(text: string): string {
  return text.replace(button, '$1');
}

/** What the agent says beside the buttons. */
export function withoutButtons(text: string): string {
  return text.replace(button, '');
}
