import type { Migration } from '../../../src/proxy/store/schema.ts';
import { migrations } from '../../../src/proxy/store/schema.ts';

/** A made-up next version: a column of a full table, filled from another one, and a table. */
const next: Migration = ({ integer, tableEnd }) => `
  ALTER TABLE leads ADD COLUMN score ${integer} NOT NULL DEFAULT 0;
  UPDATE leads SET score = 7 WHERE held IS NOT NULL;
  CREATE TABLE scores (name text PRIMARY KEY, least ${integer} NOT NULL)${tableEnd};
`;

export const nextVersion: readonly Migration[] = [...migrations, next];

/** A next version whose second statement fails. */
export const failingVersion: readonly Migration[] = [
  ...migrations,
  () => 'ALTER TABLE leads ADD COLUMN score integer; SELECT absent FROM leads',
];
