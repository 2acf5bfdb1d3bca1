import type * as z from 'zod';
import type { Issue } from '../../protocol/index.ts';

/** The schema's issues as an answer tells them: a dotted path, and one entry per unknown key. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not a known key' }));
    }
    return [{ path: pathOf(issue.path), message: issue.message }];
  });
}

function pathOf(parts: readonly PropertyKey[]): string {
  return parts.map((part) => String(part).slice(0, 64)).join('.');
}
