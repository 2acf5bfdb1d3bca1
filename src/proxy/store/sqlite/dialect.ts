import type { Dialect } from '../sql.ts';

/** Damaged JSON must not fail a query over all rows. */
const jsonOr = (column: string, empty: string) => `iif(json_valid(${column}), ${column}, '${empty}')`;

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  schema: {
    sequence: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    integer: 'INTEGER',
    tableEnd: ' STRICT',
    functions: '',
    foldFunction: '',
    prepareVersion: '',
    readVersion: 'SELECT user_version AS version FROM pragma_user_version',
    writeVersion: (version) => `PRAGMA user_version = ${version}`,
  },
  claim: (due, limit) => due(limit),
  forUpdate: '',
  skipLocked: '',
  isUnlocked: () => 'TRUE',
  indexedBy: (index) => ` INDEXED BY ${index}`,
  preferIndexes: '',
  isIn: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
  rows(columns) {
    const values = Object.keys(columns).map((name, index) => `$${index + 1} AS ${name}`);
    return `(SELECT ${values.join(', ')}, 1 AS position) AS input`;
  },
  // A join with the one row would cost as much again as the update.
  updateRows(table, columns, parts) {
    const names = Object.keys(columns);
    const { set, where } = parts((column) => `$${names.indexOf(column) + 1}`);
    return `UPDATE ${table} SET ${set} WHERE ${where}`;
  },
  jsonObjects: (columns, order) => {
    const fields = columns.map((column) => `'${column}', ${column}`);
    return `json_group_array(json_object(${fields.join(', ')}) ORDER BY ${order})`;
  },
  insertRows(table, columns, onConflict) {
    const names = Object.keys(columns);
    const values = names.map((_, index) => `$${index + 1}`);
    return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')}) ${onConflict}`;
  },
  position: (text, part) => `instr(${text}, ${part})`,
  foldText: (text) => `fold_text(${text})`,
  jsonField: (column, name) => `(${jsonOr(column, '{}')} ->> ${name})`,
  urlPath: (url) => `url_path(${url})`,
  jsonElements: (column) => `(
    SELECT key AS position, iif(type = 'object', value, '{}') AS value FROM json_each(${jsonOr(column, '[]')})
  ) AS element`,
  jsonTexts: (column) => `(
    SELECT value AS content FROM json_each(${jsonOr(column, '{}')}) WHERE type IN ('text', 'integer', 'real')
  ) AS field`,
};

/** The accents of Latin, Greek and Cyrillic letters. Marks of other scripts are letters of their own. */
const accents = /[\u0300-\u036f]/g;
/** Letters that Unicode does not take apart. */
const strokes = new Map([...'øłđı'].map((letter, index) => [letter, [...'oldi'][index] ?? letter]));

/** The function behind `foldText`. */
export function foldText(text: unknown): string {
  const lower = String(text).toLowerCase();
  if (/^[\0-\x7f]*$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(accents, '')
    .replace(/[øłđı]/g, (letter) => strokes.get(letter) ?? letter);
}

/** The function behind `urlPath`. */
export function urlPath(url: unknown): string | null {
  return typeof url === 'string' ? (URL.parse(url)?.pathname ?? null) : null;
}
