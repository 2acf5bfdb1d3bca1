/** The whole value must match, as in HTML. Throws if the pattern is no regular expression. */
export function compilePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

export type PatternCheck = (text: string) => boolean;

/**
 * Creates the check of a field's `pattern`. An invalid pattern matches everything, because the visitor could not correct it;
 * the proxy refuses it when it starts.
 */
export function createPatternCheck(pattern: string): PatternCheck {
  try {
    const compiled = compilePattern(pattern);
    return (text) => compiled.test(text);
  } catch {
    return () => true;
  }
}
