type Key = { key: string; keyCode: number; isComposing: boolean };

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
