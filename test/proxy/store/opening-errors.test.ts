import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeStore } from '../../../src/proxy/store/describe-store.ts';
import { openingError as postgresOpeningError } from '../../../src/proxy/store/postgres/postgres-error.ts';
import { openingError as sqliteOpeningError } from '../../../src/proxy/store/sqlite/open-database.ts';
import { systemError } from '../../support/system-error.ts';

const url = 'postgres://app:canary@db.example/leads';

describe('a Postgres that cannot be opened', () => {
  it.each([
    [systemError('ECONNREFUSED', 'connect'), 'no server listens there (ECONNREFUSED)', true],
    [systemError('ENOTFOUND', 'getaddrinfo'), 'the host does not exist (ENOTFOUND)', true],
    [systemError('ENOENT', 'connect'), 'no server listens there (ENOENT)', true],
    [systemError('ENOENT', 'open'), 'a file that its address names does not exist', false],
    [new Error('Connection terminated unexpectedly'), 'the server ended the connection; is it Postgres?', true],
    [new Error('The server does not support SSL connections'), 'the server offers no TLS; leave sslmode out', false],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'sslrootcert=FILE', false],
    [coded('CERT_HAS_EXPIRED'), 'TLS failed (CERT_HAS_EXPIRED)', true],
    [
      coded('28000', 'no pg_hba.conf entry for host "10.0.0.7", user "app", no encryption'),
      'add ?sslmode=verify-full',
      false,
    ],
    // Says a server without TLS, too, of a user or a machine that it has no line for.
    [
      coded('28000', 'pg_hba.conf rejects connection for host "10.0.0.7", user "app", database "leads", no encryption'),
      'or a line to its pg_hba.conf',
      false,
    ],
    [coded('28000', 'role "app" is not permitted to log in'), 'the server refuses this user; its pg_hba.conf', false],
    [coded('3D000'), 'the server has no such database; create it', false],
    [coded('42501'), 'GRANT CREATE ON DATABASE', false],
    [coded('3F000'), 'ALTER SCHEMA leadchat OWNER TO', false],
    [coded('57P03'), 'the server is starting', true],
  ])('says of %s what a person can do: %s', (error, reason, passes) => {
    const { message, retryAfterMs } = postgresOpeningError(error, url);
    expect(message).toContain(`the database leads at db.example cannot be used: `);
    expect(message).toContain(reason);
    expect(message).not.toContain('canary');
    expect(retryAfterMs !== undefined).toBe(passes);
  });
});

describe('a file of SQLite that cannot be opened', () => {
  // It said "disk I/O error", and the disk was only full. The file system of /proc never has room.
  it.skipIf(!existsSync('/proc'))('says that its disk is full', () => {
    for (const errcode of [10 | (19 << 8), 13]) {
      const error = Object.assign(new Error('disk I/O error'), { errcode, errstr: 'disk I/O error' });
      const full = sqliteOpeningError('/proc/leads.db', error);
      expect(full).toMatchObject({ code: 'unavailable', retryAfterMs: 5_000 });
      expect(full.message).toBe(
        '[store] the database file "/proc/leads.db" cannot be opened: its disk is full; make room.',
      );
      expect(sqliteOpeningError(join(tmpdir(), 'leads.db'), error).message).toContain('disk I/O error');
    }
  });

  it.each([
    [systemError('EACCES', 'open'), 'may not write the file and its folder', false],
    [systemError('EPERM', 'chmod'), 'may not write the file and its folder', false],
    [systemError('EROFS', 'open'), 'its disk is mounted read-only', false],
    [systemError('EISDIR', 'open'), 'it is a folder; name a file in it', false],
    [systemError('EMFILE', 'open'), 'EMFILE', true],
    // The file can be written, and its folder not: SQLite cannot create the log beside it.
    [Object.assign(new Error('attempt to write a readonly database'), { errcode: 8 }), 'and its folder', false],
    [Object.assign(new Error('file is not a database'), { errcode: 26 }), 'another file than a database', false],
  ])('says of %s what a person can do: %s', (error, reason, passes) => {
    const { message, retryAfterMs } = sqliteOpeningError('/data/leads.db', error);
    expect(message).toContain('the database file "/data/leads.db" cannot be opened: ');
    expect(message).toContain(reason);
    expect(retryAfterMs !== undefined).toBe(passes);
  });

  // SQLite says the same when the process has no file descriptor left, which passes.
  it('asks the file system why SQLite could not open the file', async () => {
    const cannotOpen = Object.assign(new Error('unable to open database file'), { errcode: 14, errstr: 'unable' });
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-opening-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'leads.db');
    for (const when of ['before it exists', 'since it exists']) {
      if (when === 'since it exists') await writeFile(file, '');
      expect(sqliteOpeningError(file, cannotOpen), when).toMatchObject({ code: 'unavailable', retryAfterMs: 5_000 });
    }
    expect(sqliteOpeningError(join(folder, 'none', 'leads.db'), cannotOpen)).toMatchObject({
      message: expect.stringContaining('its folder does not exist; create it'),
      retryAfterMs: undefined,
    });
  });

  it('names the whole path of a file', () => {
    const { message } = sqliteOpeningError('leads.db', systemError('EACCES', 'open'));
    expect(message).toContain(JSON.stringify(resolve('leads.db')));
  });
});

it('names the database of a user where the address names none, as Postgres does', () => {
  expect(describeStore('postgres://app:canary@db.example')).toBe('the database app at db.example');
  expect(describeStore('postgres://db.example/')).toBe('the database at db.example');
});

function coded(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}
