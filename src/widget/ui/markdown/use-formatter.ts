import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Clock, withTimeout } from '../../../clock.ts';
import { type ChatMessage, keepTrying } from '../../../core/index.ts';

/** The code that reads Markdown. A chat whose agent writes plain text does not load it. */
export type Formatter = typeof import('./RichText.tsx');

export type FormatterState = { status: 'loading' } | { status: 'ready'; module: Formatter } | { status: 'failed' };

export const loadFormatter = (): Promise<Formatter> => import('./RichText.tsx');

/** How long a message waits for the formatter. Then it is shown as it is written. */
const limitMs = 3_000;

/**
 * Loads the formatter until it is there. What is shown without it meanwhile stays in sight, so an attempt that follows a failure is
 * not `loading`.
 */
export function useFormatter(isNeeded: boolean, load = loadFormatter): ReadonlySignal<FormatterState> {
  const state = useSignal<FormatterState>({ status: 'loading' });
  useEffect(() => {
    if (!isNeeded || state.peek().status === 'ready') return;
    const fail = () => {
      state.value = { status: 'failed' };
    };
    const timer = setTimeout(fail, limitMs);
    const attempts = keepTrying({
      load,
      onLoaded(module) {
        clearTimeout(timer);
        state.value = { status: 'ready', module };
      },
      onFailed: fail,
    });
    return () => {
      clearTimeout(timer);
      attempts.stop();
    };
  }, [isNeeded, load, state]);
  return state;
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
