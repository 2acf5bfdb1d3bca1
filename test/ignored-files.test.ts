import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** What an installation in a clone has besides the repository's files, by the names of the documentation. */
const privateFiles = [
  ...['.env', '.env.local', 'leadchat.env', 'deploy/leadchat.env', 'deploy/leadchat.env.bak', 'site/production.env'],
  ...['leadchat.config.json', 'leadchat.config.ts', 'deploy/leadchat.config.json', 'leadchat.config.json.orig'],
  ...['leadchat.db', 'leadchat.db-wal', 'leadchat.db-shm', 'leadchat.db.bak', 'data/copy.db', 'leadchat.sql'],
  ...['chat.example.com.pem', 'deploy/chat.example.com.key', 'leadchat-assets/panel-12345678.js'],
];

/**
 * The files that a list of patterns leaves out. Git reads the patterns of the container's list, too: they name a file in
 * any folder, which both read alike.
 */
function ignoredBy(patterns: string, files: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-ignored-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('git', ['init', '--quiet', folder]);
  copyFileSync(patterns, join(folder, '.gitignore'));
  const check = ['-C', folder, 'check-ignore', '--stdin'];
  try {
    return execFileSync('git', check, { input: files.join('\n'), encoding: 'utf8' })
      .trim()
      .split('\n');
  } catch (error) {
    // 1: none is ignored.
    if (error instanceof Error && 'status' in error && error.status === 1) return [];
    throw error;
  }
}

describe.each(['.gitignore', 'deploy/Containerfile.dockerignore'])('%s', (patterns) => {
  it('leaves out secrets and leads, in every folder', () => {
    expect(ignoredBy(patterns, privateFiles)).toEqual(privateFiles);
  });
});

it('no file of the repository is ignored', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  expect(ignoredBy('.gitignore', tracked)).toEqual([]);
});

it('the container gets every file that its build and its checks read', () => {
  const needed = ['package.json', 'package-lock.json', 'build/build.ts', 'src/cli/main.ts', 'vite.config.ts'];
  const read = ['examples/complete.config.json', 'docs/deploy.md', 'build/manifest.ts'];
  expect(ignoredBy('deploy/Containerfile.dockerignore', [...needed, ...read])).toEqual([]);
});
