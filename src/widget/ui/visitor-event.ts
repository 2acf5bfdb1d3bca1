/**
 * Returns whether the visitor caused an event. Scripts of the page can click a button too, but they must not give consent,
 * request a call or follow the agent's buttons for the visitor.
 */
export function isFromVisitor(event: Event): boolean {
  if (event.isTrusted) return true;
  console.warn(
    "[leadchat] ignored a scripted event: only the visitor can give consent, request a call or use the agent's buttons.",
  );
  return false;
}

type Key = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>;

/** The key code of every key that an input method has taken. Safari reports the end of a composition by it alone. */
const takenByInputMethod = 229;
const enter = 13;

/**
 * Whether a key belongs to an input method, where Enter accepts a word, Tab and the arrows choose one, and Escape discards it.
 * Android's keyboards compose every word: their Send key is an Enter with a code of its own, while the word is still composed.
 */
export function isOfInputMethod({ key, keyCode, isComposing }: Key): boolean {
  if (keyCode === takenByInputMethod) return true;
  return isComposing && !(key === 'Enter' && keyCode === enter);
}
