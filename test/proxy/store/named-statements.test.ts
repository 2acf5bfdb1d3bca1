import { describe, expect, it } from 'vitest';
import { createStatements } from '../../../src/proxy/store/postgres/statements.ts';

describe('statements for Postgres', () => {
  const qualified = [
    ['SELECT lead FROM leads WHERE leads.lead = $1', 'SELECT lead FROM leadchat.leads WHERE leads.lead = $1'],
    [
      'INSERT INTO leads (lead) SELECT id FROM unnest($1) AS n',
      'INSERT INTO leadchat.leads (lead) SELECT id FROM unnest($1) AS n',
    ],
    ['UPDATE webhooks AS w SET owner = NULL FROM due', 'UPDATE leadchat.webhooks AS w SET owner = NULL FROM due'],
    [
      'SELECT 1 FROM calls AS c LEFT JOIN\n leads AS l ON l.lead = c.lead',
      'SELECT 1 FROM leadchat.calls AS c LEFT JOIN leadchat.leads AS l ON l.lead = c.lead',
    ],
    ['SELECT 1 FROM leadsheet FOR UPDATE', 'SELECT 1 FROM leadsheet FOR UPDATE'],
    [
      'INSERT INTO secrets (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET value = secrets.value',
      'INSERT INTO leadchat.secrets (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET value = secrets.value',
    ],
  ] as const;

  it.each(qualified)('name the schema of each table: %s', (text, sent) => {
    expect(createStatements().of(text).text).toBe(sent);
  });

  it('have the same name for the same text in every process, and no other', () => {
    const [first, second] = [createStatements(), createStatements()];
    expect(first.of('SELECT 2').name).not.toBe(first.of('SELECT 1').name);
    expect(second.of('SELECT 1').name).toBe(first.of('SELECT 1').name);
  });

  it('have no name once a connection has lost them', () => {
    const statements = createStatements();
    expect(statements.areLost(new Error('something else'))).toBe(false);
    expect(statements.of('SELECT 1')).toHaveProperty('name');
    expect(statements.areLost(Object.assign(new Error('unknown statement'), { code: '26000' }))).toBe(true);
    expect(statements.of('SELECT 1')).toEqual({ text: 'SELECT 1' });
  });
});
