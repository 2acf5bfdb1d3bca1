import { exec } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs scripts of package.json side by side, as `node build/side-by-side.ts lint types`, and fails if one of them fails. What
 * each has printed follows when it has ended.
 */
const run = promisify(exec);

await Promise.all(
  process.argv.slice(2).map(async (name) => {
    const command = `npm run ${name}`;
    const { stdout, stderr } = await run(command, { maxBuffer: Number.POSITIVE_INFINITY }).catch((error: unknown) => {
      process.exitCode = 1;
      return { stdout: '', stderr: `${command}: ${error}\n`, ...Object(error) };
    });
    process.stdout.write(stdout);
    process.stderr.write(stderr);
  }),
);
