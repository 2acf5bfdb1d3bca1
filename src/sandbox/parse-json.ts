export type JsonParseResult = { ok: true; value: unknown } | { ok: false; message: string };

/** Far more than a record needs, far less than what overflows the stack of code that walks the value. */
const maxDepth = 64;

/**
 * Parses JSON from outside. It counts the depth in the text first: 10 KB of `[` parse without an error and then overflow
 * the stack of any code that walks or serializes the value.
 */
export function parseJson(text: string): JsonParseResult {
  if (isTooDeep(text)) return { ok: false, message: `JSON is nested more than ${maxDepth} levels deep.` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: 'The body is not valid JSON.' };
  }
  if (hasPrototypeKey(value)) return { ok: false, message: 'The key __proto__ is not allowed.' };
  return { ok: true, value };
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** An own `__proto__` turns into a prototype when code copies the object key by key. */
function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.hasOwn(value, '__proto__')) return true;
  return Object.values(value).some(hasPrototypeKey);
}
