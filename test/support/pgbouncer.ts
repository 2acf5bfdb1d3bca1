import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export type PgBouncer = {
  /** The address of a database, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
};

const nobody = 65_534;

/** The program's path; undefined when it is not installed. */
export const pgBouncerProgram = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  existsSync,
);

/** A real PgBouncer in front of a Postgres, with its defaults but for the settings that are given. */
export async function startPgBouncer(postgres: string, settings: Record<string, string> = {}): Promise<PgBouncer> {
  if (pgBouncerProgram === undefined) throw new Error('pgbouncer is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-pgbouncer-'));
  const server = new URL(postgres);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${server.username}" ""\n`);
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
  };
  const lines = Object.entries({ ...own, ...settings }).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  const database = `* = host=${server.hostname} port=${server.port}`;
  await writeFile(file, `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`);
  // It refuses to run as root.
  const user = userInfo().uid === 0 ? { uid: nobody, gid: nobody } : {};
  if (userInfo().uid === 0) for (const path of [folder, users, file]) await chown(path, nobody, nobody);
  const child = spawn(pgBouncerProgram, ['-q', file], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const through = (url: string) => {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  };
  await until('PgBouncer accepts connections', () => accepts(through(postgres), child, () => errors));
  return {
    through,
    async stop() {
      child.kill('SIGINT');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(url: string, child: ChildProcess, errors: () => string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${errors()}`);
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    () => false,
  );
}
