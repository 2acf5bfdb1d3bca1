import type { Context } from 'hono';
import { cleanPhone } from '../../protocol/phone.ts';

/** Sends a file for spreadsheets. */
export function sendCsv(c: Context, csv: string | ReadableStream<Uint8Array>, name: string): Response {
  return c.body(csv, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/** The first line of a file for spreadsheets (RFC 4180). Without a byte order mark, Excel reads UTF-8 in the system's code page. */
export function csvHead(names: readonly string[]): string {
  return `\u{feff}${csvLine(names)}`;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell that no spreadsheet runs, and that shows what it contains. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return isReadOtherwise(value) ? `'${value}` : defuse(value);
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? defuse(JSON.stringify(value)) : String(value);
}

function csvCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet runs a cell as a formula if it begins with `=`, `+`, `-` or `@` (also in full width), perhaps after a
 * tab. An apostrophe makes it text. Also after a semicolon or a line break, where spreadsheets that separate cells by
 * semicolons begin a new cell.
 */
function defuse(text: string): string {
  return text.replace(/(^|;|\r\n?|\n)(?=\t|[^\S\r\n]*[=+\-@＝＋－＠])/g, "$1'");
}

/** Of a count or a year, which spreadsheets show as they are written. They keep 15 digits of a number. */
const plainNumber = /^(?:0|[1-9]\d{0,14})$/;
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const readAsNumber = [
  // `02134`, twenty digits, `1.10`, `1,5`, `1E5`, `50%`
  /^[\d.,\s'’]*\d[\d.,\s'’]*(?:e[+-]?\d+)?\s*%?$/i,
  // `1-2`, `3/4`, `10:30`, `2026-11`, `1 1/2`, `9 am`
  /^\d{1,4}(?:\s*[-/.:\s]\s*\d{1,4}){0,5}(?:\s+[ap]m?)?$/i,
  // `5 May`, `DEC-1`
  new RegExp(`^(?:\\d{1,2}[\\s./-]*)?${month}[\\s.,/-]*\\d{1,4}$|^\\d{1,2}[\\s./-]*${month}$`, 'i'),
];

/**
 * Whether a spreadsheet takes a text for a number or a date, and shows or keeps another one. Excel reads the digits of other
 * scripts, too. An apostrophe makes it text.
 */
function isReadOtherwise(text: string): boolean {
  if (text.length > 60) return false;
  const plain = cleanPhone(text);
  return !plainNumber.test(plain) && readAsNumber.some((pattern) => pattern.test(plain));
}
