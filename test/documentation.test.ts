import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingAnchor } from '../build/site/docs.ts';
import { languageNames } from '../src/i18n/index.ts';
import {
  attributionKey,
  callKey,
  conversationKey,
  leadsKey,
  outboxKey,
  thanksKey,
  triggersKey,
  variantsKey,
} from '../src/options/index.ts';
import { fixedOptions } from '../src/options/variant-rules.ts';
import { formField } from '../src/protocol/form.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const pages = globSync(['{README,CHANGELOG,SECURITY}.md', '{docs,examples,test,bench}/**/*.md'], {
  exclude: ['**/node_modules'],
});

describe.each(pages)('%s', (page) => {
  const text = withoutCode(readFileSync(page, 'utf8'));

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const broken = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(file)) return true;
        return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const source = readFileSync(page, 'utf8');
    const names = [...source.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? '');
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('names source files that exist', () => {
    const names = [...text.matchAll(/`((?:src|test|e2e|build|public|bench)\/[\w./-]+)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(names.filter((name) => !existsSync(name))).toEqual([]);
  });
});

describe('docs/README.md', () => {
  it('begins with four paths of at most seven steps', () => {
    const [paths = ''] = readFileSync('docs/README.md', 'utf8').split('\n## All pages\n');
    const steps = paths
      .split('\n## ')
      .slice(1)
      .map((path) => path.match(/^\d\. /gm)?.length);
    expect(steps).toHaveLength(4);
    expect(Math.max(...steps.map((count = Infinity) => count))).toBeLessThanOrEqual(7);
  });

  it('lists every page of docs', () => {
    const contents = readFileSync('docs/README.md', 'utf8');
    const unlisted = globSync('*.md', { cwd: 'docs' }).filter((page) => !contents.includes(`](${page})`));
    expect(unlisted).toEqual(['README.md']);
  });
});

it('docs/languages.md names every language of the widget', () => {
  const page = readFileSync('docs/languages.md', 'utf8');
  const nameOf = new Intl.DisplayNames(['en'], { type: 'language' });
  const names = Object.keys(languageNames).map((code) => nameOf.of(code) ?? code);
  expect(names.filter((name) => !page.includes(name))).toEqual([]);
});

// Merging two changes of the page can leave its newest entries there twice.
it('CHANGELOG.md says each change once', () => {
  const entries = Array.from(readFileSync('CHANGELOG.md', 'utf8').matchAll(/^- .*(?:\n {2}.*)*/gm), ([entry]) => entry);
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter((entry, at) => entries.indexOf(entry) !== at)).toEqual([]);
});

it('docs/forms.md has a row for every type of field', () => {
  const page = readFileSync('docs/forms.md', 'utf8');
  const types = formField.shape.type.def.innerType.options;
  expect(types.filter((type) => !page.includes(`\n| \`${type}\``))).toEqual([]);
});

it('docs/experiments.md names every option that is the same in all variants', () => {
  const page = readFileSync('docs/experiments.md', 'utf8');
  expect(Object.keys(fixedOptions).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('docs/security.md names everything that the widget stores in the browser', () => {
  const page = readFileSync('docs/security.md', 'utf8');
  const ofFlow = [conversationKey, outboxKey, callKey, thanksKey].map((keyOf) => keyOf('<flowId>'));
  const keys = [...ofFlow, leadsKey, attributionKey, triggersKey, variantsKey];
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(file: string): string[] {
  const headings = [...withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return headings.map(headingAnchor);
}
