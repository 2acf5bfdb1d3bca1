/** The records of a CSV file by RFC 4180, each by the names of its first line. */
export function parseCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [];
  let cells: string[] = [];
  for (const match of text.replace(/^\u{feff}/u, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const [, quoted, plain = '', separator] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (separator === ',') continue;
    lines.push(cells);
    cells = [];
  }
  const [names = [], ...records] = lines;
  return records.map((record) => Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])));
}
