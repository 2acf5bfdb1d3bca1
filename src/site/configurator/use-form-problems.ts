import { useEffect, useState } from 'preact/hooks';
import * as z from 'zod/mini';
import type { JsonObject, Problem } from '../../schema-form/index.ts';
import { groupProblems } from './configuration.ts';

const checkedForm = z.object({ issues: z.array(z.string()) });

/** The form is checked this long after its last change. */
const debounceMs = 300;

/** Returns the problems that the proxy would report about a form, by key. Empty if the demo's server does not respond. */
export function useFormProblems(form: JsonObject): Map<string, Problem[]> {
  const [problems, setProblems] = useState<Map<string, Problem[]>>(() => new Map());
  useEffect(() => {
    if (Object.keys(form).length === 0) {
      setProblems(new Map());
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const issues = await checkForm(form, abort.signal).catch(() => []);
      if (!abort.signal.aborted) setProblems(groupProblems(issues));
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [form]);
  return problems;
}

async function checkForm(form: JsonObject, signal: AbortSignal): Promise<string[]> {
  const response = await fetch('/demo/form-check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
    signal,
  });
  return response.ok ? checkedForm.parse(await response.json()).issues : [];
}
