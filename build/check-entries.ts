import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { keyCommentsOf } from './document-types.ts';
import { documentedSchemas } from './reference.ts';

const run = promisify(execFile);

/** The built declarations that must document the options. */
const documentedIn = [
  ['optionsSchema', 'dist/types/options/schema.d.ts'],
  ['pageKeys', 'dist/types/options/schema.d.ts'],
  ['experimentKeys', 'dist/types/options/schema.d.ts'],
  ['variantKeys', 'dist/types/options/schema.d.ts'],
  ['common', 'dist/types/options/trigger.d.ts'],
  ['offerCondition', 'dist/types/options/schema.d.ts'],
  ['siteHours', 'dist/types/options/schema.d.ts'],
  ['openingHours', 'dist/types/options/schema.d.ts'],
  ['closedDays', 'dist/types/options/schema.d.ts'],
  ['formField', 'dist/types/protocol/form.d.ts'],
  ['formConsent', 'dist/types/protocol/form.d.ts'],
  ['webhookSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['proxyConfigSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['formSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['journey', 'dist/server/proxy/config/schema.d.ts'],
  ['callback', 'dist/server/proxy/config/schema.d.ts'],
  ['route', 'dist/server/proxy/config/schema.d.ts'],
  ['limitsSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['operatorSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['assumptionsSchema', 'dist/server/proxy/config/schema.d.ts'],
] as const;

/** Checks that the declarations, which editors read, have each option's comment with its default before the key. */
export async function checkDocumentation(): Promise<void> {
  const missing: string[] = [];
  for (const { file, schema } of documentedSchemas) {
    const [, declarations] = documentedIn.find(([name]) => name === schema) ?? [];
    if (declarations === undefined) throw new Error(`no declarations are known for ${schema} of ${file}`);
    const text = await readFile(declarations, 'utf8');
    for (const group of keyCommentsOf(await readFile(file, 'utf8'), schema)) {
      for (const [key, comment] of group) {
        const at = text.indexOf(`/** ${comment} */`);
        const isBeside = at >= 0 && new RegExp(`^\\s*${key}\\??:`).test(text.slice(at + comment.length + 7));
        if (!isBeside) missing.push(`${schema}.${key} in ${declarations}`);
      }
    }
  }
  if (missing.length > 0) throw new Error(`without their comments: ${missing.join(', ')}`);
}

/** Imports each browser entry in a separate Node process, as a server would. import-entry.ts says what an import must not do. */
export async function checkImports(): Promise<void> {
  const modules = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry !== 'string' && entry.default.startsWith('./dist/browser/') ? [entry.default] : [],
  );
  await Promise.all(
    modules.map((module) => run(process.execPath, ['build/import-entry.ts', module], { timeout: 300_000 })),
  );
}

/**
 * The server's modules may import only Node's modules and the package's dependencies. The client also runs
 * elsewhere and must not import Node's modules.
 */
export async function checkServer(): Promise<void> {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry !== 'string' && entry.default.startsWith('./dist/server/') ? [entry.default] : [],
  );
  const wrong: string[] = [];
  for (const entry of [...entries, manifest.bin.leadchat, 'dist/server/store-thread.js']) {
    const isForAnyRuntime = /client/.test(entry);
    for (const name of await importsOf(entry)) {
      const isAllowed = isBuiltin(name) ? !isForAnyRuntime : packageOf(name) in manifest.dependencies;
      if (!isAllowed) wrong.push(`${entry} imports ${name}`);
    }
  }
  // The file that checks Node's version must run on an older Node, which lacks modules of the commands. So it imports
  // nothing before the check.
  const command = await readFile(manifest.bin.leadchat, 'utf8');
  if (/^import\b(?!\()/m.test(command)) wrong.push(`${manifest.bin.leadchat} imports before it checks Node's version`);
  if (wrong.length > 0) throw new Error(wrong.join(', '));
}

/** The packages that a built module and the modules it imports load. */
async function importsOf(entry: string): Promise<Set<string>> {
  const packages = new Set<string>();
  const files = new Set([join(entry)]);
  // The loop also visits what it adds.
  for (const file of files) {
    const code = await readFile(file, 'utf8');
    for (const [, statement, dynamic] of code.matchAll(
      /^(?:import|export) (?:[^'"]* from )?"([^"]+)"|import\("([^"]+)"\)/gm,
    )) {
      const name = statement ?? dynamic ?? '';
      if (name.startsWith('.')) files.add(join(dirname(file), name));
      else packages.add(name);
    }
  }
  return packages;
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
