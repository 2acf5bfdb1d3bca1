import type { FormField } from './form.ts';
import { asciiDigits } from './phone.ts';

/** What is wrong with the number of a field. */
export type NumberProblem =
  | { code: 'number' }
  | { code: 'too-small'; min: number }
  | { code: 'too-large'; max: number }
  | { code: 'step'; step: number };

type NumberField = Pick<FormField, 'min' | 'max' | 'step'>;

const plain = /^-?\d+(?:\.\d+)?$/;
/** More digits do not survive as a number in every program that reads the lead. */
const maxDigits = 15;

/**
 * Writes a number as a plain decimal, `-1234.5`, whichever script, decimal mark and grouping it is written with. A text that is no
 * number stays as it is. `1,250` is one thousand, and so is `1.250` where only whole numbers are possible.
 */
export function cleanNumber(typed: string, field: NumberField): string {
  const text = asciiDigits(typed);
  const marked = text
    .replace(/^[\u2012-\u2015\u2212\ufe63]/, '-')
    .replace(/[\s'’_\u066c]/g, '')
    .replace(/^\+/, '');
  const [, sign = '', body = ''] = /^(-?)(.*)$/s.exec(marked) ?? [];
  const [whole, fraction = ''] = splitDecimal(body, field) ?? [];
  if (whole === undefined) return text;
  const digits = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  const decimal = rest === '' ? digits : `${digits}.${rest}`;
  return decimal === '0' ? decimal : sign + decimal;
}

/** The digits before and after the decimal mark; undefined if the text is no number. */
function splitDecimal(body: string, field: NumberField): [string, string] | undefined {
  // The Arabic decimal mark is nothing else.
  const marks = [...body.matchAll(/[.,\u066b]/g)];
  const last = marks.at(-1);
  if (last === undefined) return /^\d+$/.test(body) ? [body, ''] : undefined;
  const isGrouped = last[0] !== '\u066b' && isGrouping(body, last[0], marks.length, field);
  const whole = isGrouped ? body : body.slice(0, last.index);
  const fraction = isGrouped ? '' : body.slice(last.index + 1);
  const groups = whole.split(/[.,]/);
  const isRegular = groups.length === 1 || /^\d{1,3}(?:([.,])(?:\d{2,3}\1)*\d{3})$/.test(whole);
  if (!isRegular || !/^\d*$/.test(fraction) || !/^\d*$/.test(groups.join(''))) return undefined;
  if (groups.join('') === '' && fraction === '') return undefined;
  return [groups.join('') || '0', fraction];
}

/** Whether the last mark only groups digits. */
function isGrouping(body: string, mark: string, count: number, { step, min }: NumberField): boolean {
  const isOnlyKind = !/[.,]/.test(body.replaceAll(mark, ''));
  if (!isOnlyKind) return false;
  if (count > 1) return true;
  const isWhole = step !== undefined && Number.isInteger(step) && (min === undefined || Number.isInteger(min));
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(body) && (mark === ',' || isWhole);
}

/** `text`: as `cleanNumber` writes it. */
export function numberProblem(text: string, { min, max, step }: NumberField): NumberProblem | undefined {
  if (!plain.test(text) || text.replace(/\D/g, '').length > maxDigits) return { code: 'number' };
  const value = Number(text);
  if (typeof min === 'number' && value < min) return { code: 'too-small', min };
  if (typeof max === 'number' && value > max) return { code: 'too-large', max };
  if (step === undefined) return undefined;
  const steps = (value - (typeof min === 'number' ? min : 0)) / step;
  // Decimals are not exact: 0.3 / 0.1 is 2.9999999999999996.
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : { code: 'step', step };
}
