import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Clock, withTimeout } from '../../../clock.ts';
import { type ChatMessage, keepTrying } from '../../../core/index.ts';
import { shareLoad } from '../../../shared-load.ts';

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

/** Reads an agent's messages without their marks; as they are written if the formatter does not load in time. */
export function createPlainTextReader(clock: Clock, load = loadFormatter): (text: string) => Promise<string> {
  // An agent that says many things in a row must not request a blocked file with each of them.
  const shared = shareLoad(load, clock);
  return async (text) => {
    const loading = shared.load().catch(() => null);
    const formatter = await withTimeout(loading, { clock, timeoutMs: limitMs, late: null });
    return formatter === null ? text : formatter.plainText(text);
  };
}

/** Texts without any of these need no Markdown. */
const markdownSigns = /[*_`[\\\n•@]|:\/\/|^ *(?:[-+]|\d+[.)]) /;

export function hasMarkdown({ from, text }: Pick<ChatMessage, 'from' | 'text'>): boolean {
  return from === 'agent' && markdownSigns.test(text);
}
