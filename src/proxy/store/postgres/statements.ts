import { createHash } from 'node:crypto';
import { migrations } from '../schema.ts';
import { postgresDialect } from './dialect.ts';

/** A statement as `pg` gets it. */
export type Statement = { text: string; name?: string };

/**
 * Statements with a name are parsed and planned once for each connection, which halves their time. Some poolers lend
 * another connection for each transaction, and do not know which statements it has: then they are sent without.
 */
export function createStatements(): { of(text: string): Statement; areLost(error: unknown): boolean } {
  const known = new Map<string, Required<Statement>>();
  let areNamed = true;
  return {
    of(text) {
      const statement = known.get(text) ?? prepare(text);
      known.set(text, statement);
      return areNamed ? statement : { text: statement.text };
    },
    /** Whether the connection has not the statements that it should have. Then later ones have no name. */
    areLost(error) {
      const isLost = error instanceof Error && 'code' in error && lostCodes.has(error.code);
      if (isLost) areNamed = false;
      return isLost;
    },
  };
}

/** invalid_sql_statement_name, duplicate_prepared_statement. */
const lostCodes = new Set<unknown>(['26000', '42P05']);

function prepare(text: string): Required<Statement> {
  const qualified = text.replaceAll(tableNames, '$1 leadchat.$2');
  // One name is one text in every proxy that shares a connection.
  const hash = createHash('sha256').update(qualified).digest('hex').slice(0, 32);
  return { text: qualified, name: `leadchat_${hash}` };
}

/** The tables of the schema where a statement names them. A pooler may not pass a search_path. */
const tableNames = (() => {
  const schema = migrations.map((migration) => migration(postgresDialect.schema)).join();
  const tables = [...schema.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name);
  return new RegExp(`\\b(FROM|JOIN|INTO|UPDATE)\\s+(${tables.join('|')})\\b(?!\\.)`, 'g');
})();
