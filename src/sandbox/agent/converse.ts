import * as z from 'zod';
import type { Fields } from '../store/columns.ts';
import type { AgentScript } from './script.ts';

/** The agent's progress in its script. It is stored with the conversation, so a restart changes nothing. */
const progressSchema = z.object({
  greeted: z.boolean().default(false),
  /** Number of questions asked so far. */
  asked: z.number().default(0),
  call: z.enum(['not-offered', 'offered', 'settled']).default('not-offered'),
  /** Number of stock lines used so far. */
  otherwise: z.number().default(0),
});
export type Progress = z.output<typeof progressSchema>;

export type Turn = { text: string; progress: Progress };

export function parseProgress(stored: Fields): Progress {
  return progressSchema.parse(stored);
}

/** The agent's first message. It uses the lead's name if it is known. */
export function greet(script: AgentScript, progress: Progress, record: Fields): Turn {
  const hasName = typeof record.first_name === 'string' && record.first_name.trim() !== '';
  const line = hasName ? script.greeting.known : script.greeting.unknown;
  return { text: fill(line, record), progress: { ...progress, greeted: true } };
}

/** The agent's reply to a message: to an open offer, a matching answer, the next question, the offer, or a stock line. */
export function reply(script: AgentScript, progress: Progress, record: Fields, message: string): Turn {
  const { line, ...changes } = chooseLine(script, progress, normalizeWords(message));
  return { text: fill(line, record), progress: { ...progress, ...changes } };
}

function chooseLine(script: AgentScript, progress: Progress, words: string): { line: string } & Partial<Progress> {
  const { call } = script;
  if (call !== undefined && progress.call === 'offered') {
    if (mentions(words, call.no)) return { line: call.declined, call: 'settled' };
    if (mentions(words, call.yes)) return { line: call.accepted, call: 'settled' };
  }
  const match = script.answers.find(({ when }) => mentions(words, when));
  if (match !== undefined) return { line: match.say };
  const question = script.questions[progress.asked];
  if (question !== undefined) return { line: question, asked: progress.asked + 1 };
  if (call !== undefined && progress.call === 'not-offered') return { line: call.offer, call: 'offered' };
  const line = script.otherwise[progress.otherwise % script.otherwise.length] ?? '';
  return { line, otherwise: progress.otherwise + 1 };
}

const maxMatchedLength = 2000;

/**
 * Lower-case words with a space around each, so that `this` does not match `is`. The script contains no patterns, which
 * could run for ever.
 */
function normalizeWords(text: string): string {
  const plain = text.slice(0, maxMatchedLength).normalize('NFKC').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

function mentions(words: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => words.includes(normalizeWords(phrase)));
}

function fill(line: string, record: Fields): string {
  return line.replaceAll(/\{([a-z_][a-z0-9_]*)(?:\|([^{}]*))?\}/gi, (_, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? (fallback ?? '') : text;
  });
}
