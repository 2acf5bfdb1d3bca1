import { exec } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs scripts of package.json side by side, as `node build/side-by-side.ts lint types`, and fails if one of them fails. What
 * each has printed follows when it has ended.
 */
const run = promisify(exec);

const results = await Promise.all(
  process.argv.slice(2).map(async (name) => {
    try {
      const { stdout, stderr } = await run(`npm run ${name}`, { maxBuffer: Number.POSITIVE_INFINITY });
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      return '';
    } catch (error) {
      // One that was killed says nothing itself.
      const { stdout = '', stderr = '', signal, code } = Object(error);
      return `${stdout}${stderr}npm run ${name} failed: ${signal ?? code}\n`;
    }
  }),
);
// At the end, where a reader looks.
const failures = results.join('');
process.stderr.write(failures);
if (failures !== '') process.exitCode = 1;
