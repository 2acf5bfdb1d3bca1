import * as z from 'zod';
import type { Fields } from '../store/row.ts';
import type { AgentScript } from './script.ts';

/** How far the agent is in its script; kept with the conversation, so that a restart changes nothing. */
const progress = z.object({
  greeted: z.boolean().default(false),
  /** Questions asked so far. */
  asked: z.number().default(0),
  call: z.enum(['not-offered', 'offered', 'settled']).default('not-offered'),
  /** How often it had nothing left to ask. */
  otherwise: z.number().default(0),
});
export type Progress = z.output<typeof progress>;

export type Turn = { say: string; progress: Progress };

export function readProgress(kept: Fields): Progress {
  return progress.parse(kept);
}

/** The first thing the agent says, by name when the lead's name is known. */
export function greet(script: AgentScript, now: Progress, record: Fields): Turn {
  const named = typeof record.first_name === 'string' && record.first_name.trim() !== '';
  const say = named ? script.greeting.known : script.greeting.unknown;
  return { say: fill(say, record), progress: { ...now, greeted: true } };
}

/** What the agent says to a message: the answer to an open offer, an answer that fits, a question, the offer, or a stock line. */
export function answer(script: AgentScript, now: Progress, record: Fields, message: string): Turn {
  const { say, ...next } = chooseLine(script, now, asWords(message));
  return { say: fill(say, record), progress: { ...now, ...next } };
}

function chooseLine(script: AgentScript, now: Progress, words: string): { say: string } & Partial<Progress> {
  const { call } = script;
  if (call !== undefined && now.call === 'offered') {
    if (mentions(words, call.no)) return { say: call.declined, call: 'settled' };
    if (mentions(words, call.yes)) return { say: call.accepted, call: 'settled' };
  }
  const fitting = script.answers.find(({ when }) => mentions(words, when));
  if (fitting !== undefined) return { say: fitting.say };
  const question = script.questions[now.asked];
  if (question !== undefined) return { say: question, asked: now.asked + 1 };
  if (call !== undefined && now.call === 'not-offered') return { say: call.offer, call: 'offered' };
  const say = script.otherwise[now.otherwise % script.otherwise.length] ?? '';
  return { say, otherwise: now.otherwise + 1 };
}

const longestRead = 2000;

/** Lower-case words with one space around each, so that `is` is not found in `this`. No pattern of a user ever runs. */
function asWords(text: string): string {
  const plain = text.slice(0, longestRead).normalize('NFKC').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

function mentions(words: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => words.includes(asWords(phrase)));
}

function fill(line: string, record: Fields): string {
  return line.replaceAll(/\{([a-z_][a-z0-9_]*)(?:\|([^{}]*))?\}/gi, (_, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' ? (fallback ?? '') : text;
  });
}
