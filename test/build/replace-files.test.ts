import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceFiles } from '../../build/replace-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-replace-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

async function files(name: string): Promise<string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
    .sort();
}

it('puts the new files in place of the previous ones, and deletes those of the previous build only', async () => {
  await write({ 'dist/leadchat.js': 'old', 'dist/assets/panel-1.js': 'old', 'dist/server/main.js': 'kept' });
  await write({ 'new/leadchat.js': 'new', 'new/assets/panel-2.js': 'new' });
  await replaceFiles(join(folder, 'new'), join(folder, 'dist'), ['server']);
  expect(await files('dist')).toEqual(['assets/panel-2.js', 'leadchat.js', 'server/main.js']);
  expect(await readFile(join(folder, 'dist/leadchat.js'), 'utf8')).toBe('new');
});

it('makes the folder if there is no build yet', async () => {
  await write({ 'new/leadchat.js': 'new' });
  await replaceFiles(join(folder, 'new'), join(folder, 'dist'));
  expect(await files('dist')).toEqual(['leadchat.js']);
});
