import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, relative, resolve } from 'node:path';

/** A fenced block of a Markdown page. `line` is the line number of its first line of code. */
export type CodeBlock = { page: string; line: number; language: string; code: string };

export function codeBlocks(page: string, markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```/gm)].map((match) => {
    const [, indent = '', language = '', code = ''] = match;
    return {
      page,
      line: markdown.slice(0, match.index).split('\n').length + 1,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

/**
 * Runs the block that declares `name`, and returns its exported functions. `scope` has the values of its imports.
 * @throws Error when the page has no such block
 */
export function runBlock(page: string, name: string, scope: Readonly<Record<string, unknown>>): BlockExports {
  const block = codeBlocks(page, readFileSync(page, 'utf8')).find(
    ({ code }) => code.includes(`export function ${name}`) || code.includes(`export async function ${name}`),
  );
  if (block === undefined) throw new Error(`${page} exports no function ${name}`);
  const names = [...block.code.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, exported]) => exported);
  const body = stripTypeScriptTypes(block.code)
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export /gm, '');
  return new Function(...Object.keys(scope), `${body}; return { ${names.join(', ')} };`)(...Object.values(scope));
}

type BlockExports = Record<string, (...values: unknown[]) => unknown>;

/**
 * The proxy configuration of a page's docs that contains this text. `env`: what it reads from the environment.
 * @throws Error when the page has no such configuration
 */
export async function configBlock(
  page: string,
  text: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const block = codeBlocks(page, readFileSync(page, 'utf8')).find(
    ({ code }) => code.startsWith('// leadchat.config.') && code.includes(text),
  );
  if (block === undefined) throw new Error(`${page} has no configuration with ${text}`);
  const code = block.code.replaceAll(/process\.env\.(\w+)/g, (_, name) => JSON.stringify(env[name] ?? ''));
  const module: { default: Record<string, unknown> } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.default;
}

/** The place of a block, for messages. */
export function place({ page, line }: CodeBlock): string {
  return `${page}:${line}`;
}

const root = resolve(import.meta.dirname, '../..');

/** The package's entries as the sources behind them. */
const paths = {
  leadchat: ['src/index.ts'],
  'leadchat/core': ['src/core/index.ts'],
  'leadchat/element': ['src/adapters/element/define.ts'],
  'leadchat/element/class': ['src/adapters/element/index.ts'],
  'leadchat/react': ['src/adapters/react/index.ts'],
  'leadchat/vue': ['src/adapters/vue/index.ts'],
  'leadchat/client': ['src/service-client/index.ts'],
  'leadchat/proxy': ['src/proxy/index.ts'],
  'leadchat/sandbox': ['src/sandbox/index.ts'],
  // The same package under the name that most projects install.
  '@playwright/test': ['node_modules/playwright/test.d.ts'],
};

/**
 * The compiler's messages about `ts`, `tsx` and `js` blocks, as `page:line: message`. Each block is a separate module.
 */
export function typeErrors(blocks: readonly CodeBlock[]): string[] {
  // In node_modules, which Git and the linter ignore, and where packages are found.
  const folder = mkdtempSync(join(root, 'node_modules/.leadchat-docs-'));
  try {
    const files = new Map(blocks.map((block, index) => [`block-${index}.${block.language}`, block]));
    for (const [file, { code, language, line }] of files) {
      const pragma = language === 'tsx' ? '/** @jsxImportSource react */' : '';
      // As many lines as the page has before the block.
      writeFileSync(join(folder, file), `${pragma}${'\n'.repeat(line - 1)}${code}`);
    }
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        allowJs: true,
        checkJs: true,
        moduleDetection: 'force',
        // An example may declare variables that only the reader uses.
        noUnusedLocals: false,
        noUnusedParameters: false,
        paths: Object.fromEntries(
          Object.entries(paths).map(([name, [file = '']]) => [name, [`./${relative(folder, join(root, file))}`]]),
        ),
      },
      include: [],
      files: [...files.keys(), join(root, 'test/support/page-globals.d.ts')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    return stdout
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((text) => {
        const [, file = '', line, message] = /^(block-\S+?)\((\d+),\d+\): (.*)$/.exec(text) ?? [];
        const block = files.get(file);
        return block === undefined ? text : `${block.page}:${line}: ${message}`;
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
