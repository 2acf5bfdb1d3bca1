import type { Dialect, LockName, SqlType } from '../sql.ts';

/** Keys of the advisory locks: arbitrary numbers. */
export const locks = {
  migrate: 7_215_001,
  claim: 7_215_002,
  calls: 7_215_003,
  funnel: 7_215_004,
  limits: 7_215_005,
  clock: 7_215_006,
  blocks: 7_215_007,
  receivers: 7_215_008,
} satisfies Record<LockName | 'claim', number>;

const types: Record<SqlType, string> = { text: 'text', integer: 'bigint' };

/** The JSON of a column, or NULL if it is of another type or no JSON. */
const jsonOf = (column: string, type: 'object' | 'array') =>
  `CASE WHEN jsonb_typeof(leadchat.read_json(${column})) = '${type}' THEN leadchat.read_json(${column}) END`;

const rows: Dialect['rows'] = (columns) => {
  const lists = Object.values(columns).map((type, index) => `$${index + 1}::${types[type]}[]`);
  return `unnest(${lists.join(', ')}) WITH ORDINALITY AS input (${Object.keys(columns).join(', ')}, position)`;
};

const skipLocked = ' FOR UPDATE SKIP LOCKED';

/** `IF NOT EXISTS` would need the right to create one, also where an administrator has created it for the proxy. */
export const createSchema = `
  DO $$ BEGIN
    IF to_regnamespace('leadchat') IS NULL THEN CREATE SCHEMA leadchat; END IF;
  END $$;`;

export const postgresDialect: Dialect = {
  name: 'postgres',
  schema: {
    sequence: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    integer: 'bigint',
    tableEnd: '',
    // Damaged JSON must not fail a query over all rows. `json` is a keyword since Postgres 16.
    functions: `
      CREATE FUNCTION read_json(source text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
        BEGIN RETURN source::jsonb; EXCEPTION WHEN data_exception THEN RETURN NULL; END $$;
      -- lower() follows the locale of the database, and knows only ASCII in some; ICU is missing in a few builds.
      DO $$ BEGIN
        EXECUTE 'CREATE FUNCTION lower_case(source text) RETURNS text LANGUAGE sql IMMUTABLE AS ''SELECT lower(source'
          || CASE WHEN EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu') THEN ' COLLATE "und-x-icu"' ELSE '' END
          || ')''';
      END $$;`,
    // A text in ASCII, as most are, has as many bytes as characters; Turkish has its own small letter of I. normalize() needs
    // a database in UTF-8.
    foldFunction: `
      DO $do$ BEGIN
        EXECUTE 'CREATE FUNCTION fold_text(source text) RETURNS text LANGUAGE sql IMMUTABLE AS $sql$
          SELECT CASE WHEN octet_length(source) = length(source) THEN lower(source COLLATE "C") ELSE '
          || CASE WHEN getdatabaseencoding() = 'UTF8' THEN
             'translate(regexp_replace(normalize(leadchat.lower_case(source), NFKD), ''[\\u0300-\\u036f]'', '''', ''g''),
               U&''\\00F8\\0142\\0111\\0131'', ''oldi'')'
             ELSE 'leadchat.lower_case(source)' END
          || ' END $sql$';
      END $do$;`,
    prepareVersion: `${createSchema}
      SET LOCAL search_path TO leadchat;
      CREATE TABLE IF NOT EXISTS version (version integer NOT NULL)`,
    readVersion: 'SELECT version FROM version',
    writeVersion: (version) => `DELETE FROM version; INSERT INTO version (version) VALUES (${version})`,
  },
  batch: { maxBatch: 200, parallel: 2 },
  // Locks the phones of due leads. Two proxies that claim at the same time read the same leads, so each skips the phones that
  // the other has locked, and must read more leads than it claims.
  claim: (due, limit) => `
    SELECT seq FROM (${due(`CAST(${limit} AS integer) * 16`)}) AS due
    WHERE pg_try_advisory_xact_lock(${locks.claim}, hashtext(phone)) LIMIT ${limit}`,
  forUpdate: ' FOR UPDATE',
  skipLocked,
  // By its place, which needs no index.
  isUnlocked: (table, which = 'TRUE') =>
    `EXISTS (SELECT 1 FROM ${table} AS unlocked WHERE unlocked.ctid = ${table}.ctid AND ${which}${skipLocked})`,
  indexedBy: () => '',
  preferIndexes: ['seqscan', 'bitmapscan', 'sort', 'incremental_sort']
    .map((plan) => `SET LOCAL enable_${plan} = off`)
    .join('; '),
  isIn: (column, parameter) => `${column} = ANY(${parameter})`,
  rows,
  insertRows(table, columns, onConflict) {
    const names = Object.keys(columns).join(', ');
    return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rows(columns)} ORDER BY position ${onConflict}`;
  },
  updateRows(table, columns, parts) {
    const { set, where } = parts((column) => `input.${column}`);
    return `UPDATE ${table} SET ${set} FROM ${rows(columns)} WHERE ${where}`;
  },
  jsonObjects: (columns, order) => {
    const fields = columns.map((column) => `'${column}', ${column}`);
    return `CAST(json_agg(json_build_object(${fields.join(', ')}) ORDER BY ${order}) AS text)`;
  },
  position: (text, part) => `strpos(${text}, ${part})`,
  foldText: (text) => `leadchat.fold_text(${text})`,
  // Nothing but an object has a member of a name.
  jsonField: (column, name) => `(leadchat.read_json(${column}) ->> ${name})`,
  // A browser writes a slash after the host of each address.
  urlPath: (url) => `substring(${url} from '^[a-z]+://[^/?#]*(/[^?#]*)')`,
  jsonElements: (column) =>
    `jsonb_array_elements(${jsonOf(column, 'array')}) WITH ORDINALITY AS element (value, position)`,
  jsonTexts: (column) => `(
    SELECT value #>> '{}' AS content FROM jsonb_each(${jsonOf(column, 'object')})
    WHERE jsonb_typeof(value) IN ('string', 'number')
  ) AS field`,
};
