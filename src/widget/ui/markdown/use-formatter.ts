import type { ReadonlySignal } from '@preact/signals';
import { type Clock, withTimeout } from '../../../clock.ts';
import type { ChatMessage } from '../../../core/index.ts';
import { type Lazy, useLazy } from '../use-lazy.ts';

/** The code that reads Markdown. A chat whose agent writes plain text does not load it. */
export type Formatter = typeof import('./RichText.tsx');

export const loadFormatter = (): Promise<Formatter> => import('./RichText.tsx');

/** How long a message waits for the formatter. Then it is shown as it is written. */
const limitMs = 3_000;

export function useFormatter(isNeeded: boolean): ReadonlySignal<Lazy<Formatter>> {
  return useLazy(loadFormatter, isNeeded, limitMs);
}

/** An agent's message without its marks; as it is written if the formatter does not load in time. */
export async function readPlainText(text: string, clock: Clock): Promise<string> {
  const loading = loadFormatter().catch(() => null);
  const formatter = await withTimeout(loading, { clock, timeoutMs: limitMs, late: null });
  return formatter === null ? text : formatter.plainText(text);
}

/** Texts without any of these need no Markdown. */
const markdownSigns = /[*_`[\\\n•@]|:\/\/|^ *(?:[-+]|\d+[.)]) /;

export function hasMarkdown({ from, text }: Pick<ChatMessage, 'from' | 'text'>): boolean {
  return from === 'agent' && markdownSigns.test(text);
}
