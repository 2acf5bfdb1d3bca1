export type JsonReading = { ok: true; value: unknown } | { ok: false; message: string };

/** More than any record needs, far less than what overflows the stack of a walker. */
const maxDepth = 64;

/**
 * Parses JSON of a harmless shape. The depth is counted in the text: 10 KB of `[` parse well, and then overflow the stack
 * of whatever walks or writes them.
 */
export function parseJson(text: string): JsonReading {
  if (isTooDeep(text)) return { ok: false, message: `JSON is nested more than ${maxDepth} levels deep.` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: 'The body is not valid JSON.' };
  }
  if (namesPrototype(value)) return { ok: false, message: 'The key __proto__ is not taken.' };
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

/** An own `__proto__` becomes a prototype in whatever copies the object key by key. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.hasOwn(value, '__proto__')) return true;
  return Object.values(value).some(namesPrototype);
}
