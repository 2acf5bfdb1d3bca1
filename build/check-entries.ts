import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { keyCommentsOf } from './document-types.ts';
import { documentedSchemas } from './reference.ts';

const run = promisify(execFile);

/** Where the built declarations say what the options mean. */
const documentedIn = [
  ['optionsSchema', 'dist/types/options/schema.d.ts'],
  ['common', 'dist/types/options/trigger.d.ts'],
  ['formField', 'dist/types/protocol/form.d.ts'],
  ['proxyConfigSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['formSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['journey', 'dist/server/proxy/config/schema.d.ts'],
  ['callback', 'dist/server/proxy/config/schema.d.ts'],
  ['limitsSchema', 'dist/server/proxy/config/schema.d.ts'],
  ['assumptionsSchema', 'dist/server/proxy/config/schema.d.ts'],
] as const;

/** Every option's comment, its default in it, stands before its key in the declarations that editors read. */
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

/** Imports each browser entry in a separate Node process, as a server would. import-entry.ts lists what must not happen. */
export async function checkImports(): Promise<void> {
  const modules = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry !== 'string' && entry.default.startsWith('./dist/browser/') ? [entry.default] : [],
  );
  await Promise.all(
    modules.map((module) => run(process.execPath, ['build/import-entry.ts', module], { timeout: 30_000 })),
  );
}
