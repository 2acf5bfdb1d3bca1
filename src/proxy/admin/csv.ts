import type { Context } from 'hono';

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

/** A cell that no spreadsheet runs. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return defuse(value);
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
  return text.replace(/(^|;|\r\n?|\n)(?=\t|\s*[=+\-@＝＋－＠])/g, "$1'");
}
