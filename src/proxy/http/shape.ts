import type { Issue } from '../../protocol/index.ts';

const maxDepth = 5;
const maxKeys = 40;

/**
 * Faults of a body that no schema should have to look at. It comes before everything else: 10 KB of `[` parse well, but
 * overflow the stack of whatever walks or writes them, and a `__proto__` key pollutes what merges them.
 */
export function shapeIssues(value: unknown): Issue[] {
  const issues: Issue[] = [];
  walk(value, 1, '', issues);
  return issues;
}

function walk(value: unknown, depth: number, path: string, issues: Issue[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) {
    issues.push({ path, message: `is nested more than ${maxDepth} levels deep` });
    return;
  }
  const entries = Object.entries(value);
  if (entries.length > maxKeys) {
    issues.push({ path, message: `has more than ${maxKeys} entries` });
    return;
  }
  for (const [key, part] of entries) {
    const inside = path === '' ? shorten(key) : `${path}.${shorten(key)}`;
    if (key === '__proto__') issues.push({ path: inside, message: 'is not a known key' });
    else walk(part, depth + 1, inside, issues);
  }
}

/** Keys come from outside; an answer never grows with them. */
function shorten(key: string): string {
  return key.length > 64 ? `${key.slice(0, 64)}…` : key;
}
