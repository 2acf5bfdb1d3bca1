import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

/** The file that the instructions for a new language create. */
const invented = ['src/i18n/locales/sv.ts'];

describe.each(['CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', '.github/pull_request_template.md'])(
  '%s',
  (file) => {
    const text = readFileSync(file, 'utf8');

    it('names files and folders that exist', () => {
      const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
      const paths = [...text.matchAll(/(?<![\w/])((?:src|test|e2e|docs|build)\/[\w./-]*\w)/g)].map(
        ([, path = '']) => path,
      );
      expect([...links, ...paths].filter((path) => !existsSync(path) && !invented.includes(path))).toEqual([]);
    });

    it('names what its files contain', () => {
      const names = [...text.matchAll(/`(\w+)`\s+(?:of|in)\s+\[([\w./-]+\.tsx?)\]/g)];
      const missing = names.filter(([, name = '', path = '']) => !readFileSync(path, 'utf8').includes(name));
      expect(missing.map(([link]) => link)).toEqual([]);
    });

    it('names scripts that exist', () => {
      const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
      expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
    });
  },
);
