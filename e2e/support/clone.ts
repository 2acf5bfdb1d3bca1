import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A copy of this project without a build, as after `git clone` and `npm ci`. */
export type Clone = {
  folder: string;
  /** `npm start` on free ports, once it has built the widget and printed its addresses. */
  start(): Promise<StartedDemo>;
  /** Also stops the demo. */
  remove(): Promise<void>;
};

export type StartedDemo = {
  addresses: { site: string; proxy: string; sandbox: string };
  /** Ends it as Ctrl-C does, and returns its exit code. */
  stop(): Promise<number | null>;
};

/** The clone's build differs from that of this project in the code of the panel's modules, and so in their names. */
export async function cloneProject(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-clone-'));
  let demo: StartedDemo | undefined;
  for (const part of ['src', 'build', 'public', 'docs', 'package.json', 'tsconfig.json', 'vite.config.ts']) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  await markBuild(folder);
  return {
    folder,
    async start() {
      demo = await startDemo(folder);
      return demo;
    },
    async remove() {
      await demo?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function markBuild(folder: string): Promise<void> {
  const config = await readFile('vite.config.ts', 'utf8');
  const plugin = `{
    name: 'marked-build',
    applyToEnvironment: ({ name }) => name === 'panel',
    renderChunk: (code) => ({ code: \`globalThis.previousBuild = true;\${code}\`, map: null }),
  }`;
  const marked = config.replace('plugins: [', `plugins: [${plugin}, `);
  if (marked === config) throw new Error('vite.config.ts has no list of plugins to add one to');
  await writeFile(join(folder, 'vite.config.ts'), marked);
}

async function startDemo(folder: string): Promise<StartedDemo> {
  const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    exit.then((code) => reject(new Error(`npm start exited with ${code}`)), reject);
  });
  return {
    addresses: JSON.parse(line),
    stop() {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGTERM');
      return exit;
    },
  };
}
