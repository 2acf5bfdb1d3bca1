import type { SQLInputValue } from 'node:sqlite';
import type { LeadQuery } from '../lead-admin.ts';

/** `causeOf` of a lead. */
export const causeSql = `
  CASE WHEN state = 'held' THEN coalesce(held, state) WHEN state IN ('unknown', 'dead') THEN coalesce((
    SELECT substr(value ->> 'step' || ': ' || coalesce(value ->> 'answer', value ->> 'state'), 1, 200)
    FROM json_each(iif(json_valid(leads.steps), leads.steps, '[]')) WHERE iif(type = 'object', value, '{}') ->> 'state' = leads.state ORDER BY key LIMIT 1
  ), state) END`;

/** Whether a value of the record contains the text: not the name of a field, nor JSON's own characters. */
const hasValueSql = `
  EXISTS (SELECT 1 FROM json_each(iif(json_valid(record), record, '{}'))
          WHERE type IN ('text', 'integer', 'real') AND instr(lower(value), lower(?)) > 0)`;

/** The WHERE clause of a query, with its values. */
export function whereOf({ state, cause, search, leads, before }: LeadQuery): {
  where: string;
  values: SQLInputValue[];
} {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...bound: SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...bound);
  };
  if (state !== undefined) add('state = ?', state);
  if (cause !== undefined) add(`${causeSql} = ?`, cause);
  if (search !== undefined && search !== '') {
    add(`(instr(phone, ?) > 0 OR instr(lead, ?) > 0 OR ${hasValueSql})`, search, search, search);
  }
  if (leads !== undefined) add('lead IN (SELECT value FROM json_each(?))', JSON.stringify(leads));
  if (before !== undefined) add('seq < (SELECT seq FROM leads WHERE lead = ?)', before);
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}
