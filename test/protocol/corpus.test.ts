import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = 'test/protocol/corpus';

type Schema = { safeParse: (value: unknown) => { success: boolean } };

const modules = import.meta.glob<Record<string, unknown>>('../../src/protocol/**/*.ts', { eager: true });

/** Parts of other schemas, whose folders have examples of them. */
const parts = [
  'admin-step',
  'audit-entry',
  'email-address',
  'json-value',
  'lead-action',
  'page',
  'settings-version',
  'time',
  'variants',
  'whole-number',
];

/** Every exported schema by the name of its folder: `sessionFrame` → `session-frame`. */
const schemas = new Map<string, Schema>(
  Object.values(modules)
    .flatMap(Object.entries)
    .flatMap(([name, value]) =>
      isSchema(value) ? [[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value]] : [],
    ),
);

const folders = readdirSync(root);

describe('the corpus of wire examples', () => {
  it('has a folder for each schema, and no other folder', () => {
    expect([...folders, ...parts].toSorted()).toEqual([...schemas.keys()].toSorted());
  });

  it.each(folders)('holds at least one accepted and two rejected examples of %s', (folder) => {
    const files = readdirSync(`${root}/${folder}`);
    expect(files.filter((file) => !/^(?:accept|reject)-[a-z0-9-]+\.json$/.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith('accept-')).length).toBeGreaterThanOrEqual(1);
    expect(files.filter((file) => file.startsWith('reject-')).length).toBeGreaterThanOrEqual(2);
  });

  it.each(folders)('is read as its file names say: %s', (folder) => {
    const files = readdirSync(`${root}/${folder}`);
    const expected = files.map((file) => [file, file.startsWith('accept-')]);
    const found = files.map((file) => [file, schemas.get(folder)?.safeParse(example(folder, file)).success]);
    expect(found).toEqual(expected);
  });

  it('keeps what the service adds to its own bodies, since custom fields exist', () => {
    const kept = schemas.get('lead')?.safeParse(example('lead', 'accept-custom-fields.json'));
    expect(kept).toMatchObject({ data: { plan: 'pro' } });
  });
});

function example(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(`${root}/${folder}/${file}`, 'utf8'));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function';
}
