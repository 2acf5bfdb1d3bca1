/** `undefined` is stored as NULL. */
export type SqlScalar = string | number | null | undefined;

/** A list is the operand of `Dialect.isIn`. */
export type SqlValue = SqlScalar | readonly (string | number)[];

export type Row = Record<string, unknown>;

/** `rows`: those of RETURNING. `count`: of the changed rows. */
export type Changed = { rows: Row[]; count: number };

/** Names of locks that span several rows. */
export type LockName = 'migrate' | 'clock' | 'calls' | 'blocks' | 'funnel' | 'limits' | 'receivers';

/**
 * Runs SQL that both databases understand, with `$1`, `$2`… for the values. JSON is text, and times are integers. Every
 * failure is a StoreError.
 */
export interface Sql {
  /** Reads. */
  all(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Reads the first row. */
  get(text: string, values?: readonly SqlValue[]): Promise<Row | undefined>;
  /** Writes. */
  run(text: string, values?: readonly SqlValue[]): Promise<Changed>;
  /** Writes many rows, whose values the statement takes from `Dialect.rows`, `insertRows` or `updateRows`. */
  each(text: string, rows: readonly (readonly SqlScalar[])[]): Promise<Changed>;
}

/** The statements of one transaction. */
export interface Transaction extends Sql {
  /** Runs several statements without values. */
  script(text: string): Promise<void>;
  /** Keeps others from taking the lock until the commit. SQLite has one writer anyway. */
  lock(name: LockName): Promise<void>;
}

/** Outside of a transaction each statement commits alone. */
export interface Database extends Sql {
  readonly dialect: Dialect;
  /**
   * Resolves after the commit is durable. `work` may run again if it fails or meets another transaction, so it changes
   * nothing but the database, and waits for nothing else.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Reads everything as it is at one point in time. */
  snapshot<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
}

/** Types of columns and values. */
export type SqlType = 'text' | 'integer';

/** What the databases write differently. */
export type Dialect = {
  name: 'sqlite' | 'postgres';
  schema: SchemaDialect;
  /**
   * How many leads share a statement, and how many statements run at once. Absent on SQLite, whose transactions share their
   * commit anyway.
   */
  batch?: { maxBatch: number; parallel: number };
  /**
   * The rows of `due` that no other proxy is claiming at this moment. `due` selects `seq` and `phone`, and ends with the
   * passed limit.
   */
  claim(due: (limit: string) => string, limit: string): string;
  /** Ends a SELECT whose rows nobody else may change until the commit. SQLite has one writer anyway. */
  forUpdate: string;
  /** The same, without the rows that another transaction has locked. */
  skipLocked: string;
  /**
   * Whether no other transaction has locked the row of the table, or changed it at this moment; then this one locks it. So a
   * statement that changes many rows waits for none of them. `which`: a condition on the row, here called `unlocked`. SQLite has
   * one writer anyway.
   */
  isUnlocked(table: string, which?: string): string;
  /** After the name of a table: the index to use. SQLite takes another one without statistics. */
  indexedBy(index: string): string;
  /** Statements for a transaction in which Postgres, without statistics, would rather read a whole table. */
  preferIndexes: string;
  /** Whether a column is in the list that is the value of a parameter: `isIn('lead', '$1')`. */
  isIn(column: string, parameter: string): string;
  /**
   * In place of a table: `input`, the rows that `Sql.each` passes, with these columns and `position`. One statement takes
   * them all on Postgres; SQLite, which needs no round trip, runs it for each.
   */
  rows(columns: Readonly<Record<string, SqlType>>): string;
  /**
   * Changes a row of the table for each that `Sql.each` passes, with these columns: `value` is the SQL of one of them.
   */
  updateRows(
    table: string,
    columns: Readonly<Record<string, SqlType>>,
    parts: (value: (column: string) => string) => { set: string; where: string },
  ): string;
  /** In a SELECT: the rows as the text of a JSON array of objects, in this order. Null without rows on Postgres. */
  jsonObjects(columns: readonly string[], order: string): string;
  /** Inserts the rows that `Sql.each` passes, in their order; `onConflict` ends the statement. */
  insertRows(table: string, columns: Readonly<Record<string, SqlType>>, onConflict: string): string;
  /** The position of a text in another one, or 0. */
  position(text: string, part: string): string;
  /** A text for comparison: in lower case, without accents, in one form of Unicode. */
  foldText(text: string): string;
  /** The text of a JSON object's member, whose name is the SQL `name`. NULL if there is none. */
  jsonField(column: string, name: string): string;
  /** The path of an absolute URL. */
  urlPath(url: string): string;
  /** In place of a table: `element`, with `position` and `value`, the elements of a JSON array. None if it is damaged. */
  jsonElements(column: string): string;
  /** In place of a table: `field`, with `content`, the texts and numbers of a JSON object. None if it is damaged. */
  jsonTexts(column: string): string;
};

/** How a schema is created, and its version kept. */
export type SchemaDialect = {
  /** The type and constraint of a row's number, in the order in which rows are stored. */
  sequence: string;
  integer: string;
  /** After the last parenthesis of a table. */
  tableEnd: string;
  /** Creates what the first version needs, besides tables. */
  functions: string;
  /** Creates the function behind `foldText`, where SQL has functions. */
  foldFunction: string;
  /** Creates what keeps the version. */
  prepareVersion: string;
  /** Reads the number of applied migrations as `version`. */
  readVersion: string;
  writeVersion(version: number): string;
};
