import {
  answerInWords,
  type Json,
  sentenceText,
  settingLabel,
  settingWords,
  triggerSentence,
  weekOf,
} from '../../../schema-form/index.ts';
import { dayNames, objectOf } from '../../../settings/index.ts';

/** A value as somebody reads it who never saw a schema. `option`: what it is a value of. */
export function valueInWords(value: Json | undefined, option = ''): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return textInWords(value, option);
  if (option === 'triggers' && !Array.isArray(value)) return capital(sentenceText(triggerSentence(value)));
  if (option === 'askAfter') return capital(answerInWords(objectOf(value).answers));
  if (option === 'closed' && !Array.isArray(value)) return holidayInWords(value);
  if (option === 'hours') return hoursInWords(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None';
    return value.map((entry) => valueInWords(entry, option)).join(value.some(isObject) ? '\n' : ', ');
  }
  return Object.entries(value)
    .filter(([key]) => option !== 'pages' || key !== 'url')
    .map(([key, part]) => `${wordsOf(key)}: ${valueInWords(part, key)}`)
    .join(', ');
}

/** "24 Dec 2026 – 26 Dec 2026". */
export function datesInWords(holiday: Json | undefined): string {
  const { from, to } = objectOf(holiday);
  return from === to ? dayInWords(from) : `${dayInWords(from)} – ${dayInWords(to)}`;
}

function textInWords(text: string, option: string): string {
  if (text.startsWith('data:')) return `A picture of ${Math.ceil(text.length / 1024)} kB`;
  return settingWords[option]?.choices?.[text] ?? text;
}

function holidayInWords(value: Json): string {
  const { text } = objectOf(value);
  return text === undefined ? datesInWords(value) : `${datesInWords(value)}: ${valueInWords(text)}`;
}

/** A week, its spans of a day, or the whole option. */
function hoursInWords(value: Json): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'Closed';
    if (!value.every((span) => objectOf(span).days === undefined)) return weekInWords(value);
    return value.map((span) => `${spanText(span, 'from')}–${spanText(span, 'to')}`).join(', ');
  }
  const { timeZone, open, closed } = objectOf(value);
  const holidays = Array.isArray(closed) ? closed.map((day) => `Closed ${holidayInWords(day)}`) : [];
  return [weekInWords(open), ...holidays, `Times in ${valueInWords(timeZone)}`].join('\n');
}

function weekInWords(open: Json | undefined): string {
  return Object.entries(weekOf(open))
    .filter(([, spans]) => spans.length > 0)
    .map(([day, spans]) => `${dayNames[day]} ${spans.map(({ from, to }) => `${from}–${to}`).join(', ')}`)
    .join('\n');
}

function spanText(span: Json, key: string): string {
  const time = objectOf(span)[key];
  return typeof time === 'string' ? time : '';
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

function dayInWords(day: Json | undefined): string {
  const time = typeof day === 'string' ? Date.parse(day) : Number.NaN;
  return Number.isNaN(time) ? '…' : days.format(time);
}

function wordsOf(key: string): string {
  return key === 'hidden' ? 'Chat hidden' : settingLabel(key);
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
