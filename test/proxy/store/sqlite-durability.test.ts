import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { costLimits } from '../../../build/cost-limits.ts';
import { openDatabase } from '../../../src/proxy/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { runChild } from '../../support/child-process.ts';
import { recordFigure } from '../../support/figures.ts';
import { until } from '../../support/until.ts';
import { at, callPlan, newLead, stored } from './contract.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-durable-'));
  file = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openSqliteStore(file, { minFreeBytes: 0 });
const strace = ['/usr/bin/strace', '/usr/local/bin/strace'].find((path) => existsSync(path)) ?? '';
if (strace === '') console.warn('R19 is not counted: strace is missing. Install it to see each flush to the disk.');
const mode = (path: string) => statSync(path).mode & 0o777;

describe('the SQLite store', () => {
  it('R19: runs with the settings that a durable commit needs', async () => {
    const db = await openDatabase(file);
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('busy_timeout')).toBe(5000);
    expect(pragma('secure_delete')).toBe(1);
    db.close();
  });

  it('refuses a database that cannot be made durable', async () => {
    await expect(openDatabase(':memory:')).rejects.toMatchObject({ name: 'StoreError', code: 'not-durable' });
    rmSync(':memory:', { force: true });
  });

  it('makes its files private, including existing ones', async () => {
    writeFileSync(file, '', { mode: 0o644 });
    const store = await open();
    await stored(store);
    for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(mode(path)).toBe(0o600);
    await store.close();
  });

  // Without strace this test is skipped, which the run reports (above). The settings are asserted everywhere.
  it.skipIf(strace === '')('R19: flushes to the disk before it says that a lead is stored', async ({ task }) => {
    const log = join(folder, 'trace.txt');
    const acknowledged = 50;
    const arguments_ = ['-f', '-qq', '-o', log, '-e', 'trace=fsync,fdatasync,write', process.execPath];
    const output = execFileSync(strace, [
      ...arguments_,
      'test/proxy/store/accept-one-by-one.ts',
      file,
      String(acknowledged),
    ]);
    expect(String(output).match(/acknowledged/g)).toHaveLength(acknowledged);
    // Between two acknowledgements there must be a flush.
    let flushes = 0;
    let flushCount = 0;
    const bare: number[] = [];
    let seen = 0;
    for (const line of readFileSync(log, 'utf8').split('\n')) {
      if (/f(?:data)?sync\(/.test(line)) flushes++;
      if (seen > 0 && seen < acknowledged && /f(?:data)?sync\(/.test(line)) flushCount++;
      if (line.includes('write(1, "{\\"acknowledged')) {
        if (flushes === 0) bare.push(seen);
        flushes = 0;
        seen++;
      }
    }
    expect(seen).toBe(acknowledged);
    expect(bare).toEqual([]);
    expect(flushCount / (acknowledged - 1)).toBeLessThanOrEqual(costLimits.lead.fsyncs);
    recordFigure(task, {
      did: 'leads stored under strace',
      times: acknowledged,
      found: 'the kernel saw an fsync or fdatasync before each acknowledgement',
    });
  });

  it('commits leads that arrive together once, and resolves none before the commit', async () => {
    const store = await open();
    const reader = new DatabaseSync(file, { readOnly: true });
    const count = () => Number(reader.prepare('SELECT count(*) AS n FROM leads').get()?.n);
    const seen: number[] = [];
    await Promise.all(Array.from({ length: 50 }, () => store.accept(newLead()).then(() => seen.push(count()))));
    expect(new Set(seen)).toEqual(new Set([50]));
    reader.close();
    await store.close();
  });

  it('R18: accepts no lead on a full disk, loses none of the accepted ones, and continues when there is space', async ({
    task,
  }) => {
    // A file size limit makes the same writes fail as a full disk.
    const command = `ulimit -f 4000; exec "${process.execPath}" test/proxy/store/accept-until-full.ts "${file}"`;
    const report: unknown = JSON.parse(String(execFileSync('sh', ['-c', command])));
    expect(report).toMatchObject({
      error: { name: 'StoreError', code: 'unavailable' },
      found: true,
    });
    const store = await open();
    expect(report).toMatchObject({ accepted: (await store.counts()).pending });
    const { pending } = await store.counts();
    expect(pending).toBeGreaterThan(10);
    recordFigure(task, {
      did: 'leads stored until the disk is full',
      times: pending,
      found: 'the database has every accepted lead, the next one is refused with 503, and later ones are stored again',
    });
    await stored(store);
    await store.close();
  });

  it.each([
    { ofFolder: '555', ofFile: '444' },
    // Somebody else's file: SQLite says of it what it says without a file descriptor.
    { ofFolder: '755', ofFile: '000' },
  ])('R18: rejects with `unavailable` when it may not write: $ofFolder, $ofFile', async ({ ofFolder, ofFile }) => {
    await (await open()).close();
    chmodSync(folder, ofFolder);
    chmodSync(file, ofFile);
    // Root may write anything, so the check gives up its rights. It starts as root, because another user may not be able
    // to enter the folder of Node and the sources.
    const user = process.getuid?.() === 0 ? ['65534'] : [];
    const command = ['test/proxy/store/accept-until-full.ts', file, ...user];
    const report: unknown = JSON.parse(String(execFileSync(process.execPath, command)));
    chmodSync(folder, 0o755);
    expect(report).toMatchObject({
      accepted: 0,
      error: {
        name: 'StoreError',
        code: 'unavailable',
        message: expect.stringContaining('may not write the file and its folder'),
      },
    });
  });

  it.each(['there/is/no/such/folder.db', '.'])('says so when it cannot open %s', async (path) => {
    await expect(openSqliteStore(join(folder, path))).rejects.toMatchObject({
      name: 'StoreError',
      code: 'unavailable',
    });
  });

  it('R18: refuses a file that is not a database, and does not change it', async () => {
    const text = 'this is a letter to my aunt, and no database at all\n'.repeat(100);
    writeFileSync(file, text);
    await expect(open()).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('R18: recovers from a truncated write-ahead log with every commit before the break', async () => {
    const store = await open();
    const ids: string[] = [];
    for (let index = 0; index < 40; index++) ids.push(await stored(store));
    const copy = join(folder, 'copy.db');
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${copy}${end}`);
    await store.close();
    const { size } = statSync(`${copy}-wal`);
    truncateSync(`${copy}-wal`, Math.floor(size * 0.6));
    const opened = await openSqliteStore(copy, { minFreeBytes: 0 });
    const isStored = await Promise.all(ids.map(async (id) => (await opened.find(id)) !== undefined));
    const first = isStored.indexOf(false);
    expect(first).toBeGreaterThan(5);
    expect(isStored.slice(first)).not.toContain(true); // no holes
    await stored(opened);
    await opened.close();
    const db = new DatabaseSync(copy);
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
  });

  it('refuses leads while too many wait or the disk is nearly full', async () => {
    let now = at;
    let freeBytes = 1_000_000_000;
    let isReadOnly = false;
    const store = await openSqliteStore(file, {
      maxWaiting: 3,
      now: () => now,
      disk: { freeBytes: () => freeBytes, isReadOnly: () => isReadOnly, isGone: () => false },
    });
    const ids = [await stored(store), await stored(store), await stored(store)];
    now += 1_000;
    await expect(store.accept(newLead())).rejects.toMatchObject({ code: 'backlog-full', retryAfterMs: 60_000 });
    for (const id of ids) await store.erase({ leads: [id] });
    now += 1_000;
    await stored(store);
    freeBytes = 199_000_000;
    now += 1_000;
    // A check that only writes a few bytes succeeds on a disk on which no lead is accepted.
    for (const refused of [store.accept(newLead()), store.check()]) {
      await expect(refused).rejects.toMatchObject({
        code: 'disk-full',
        message: expect.stringContaining('199 MB are free on the disk of the database'),
      });
    }
    expect(await store.space()).toEqual({ freeBytes, minFreeBytes: 200_000_000 });
    freeBytes = 1_000_000_000;
    isReadOnly = true;
    now += 1_000;
    for (const refused of [store.accept(newLead()), store.check()]) {
      await expect(refused).rejects.toMatchObject({
        code: 'unavailable',
        message: '[store] the disk of the database is read-only.',
      });
    }
    await store.close();
  });

  // Leads went into a file without a name, were answered with 202, and were gone with the process.
  it.each([
    ['removed', () => rmSync(file)],
    ['replaced, as by a backup that is put back', () => renameSync(`${file}.backup`, file)],
  ])('R18: refuses leads once its file was %s under it', async (_, damage) => {
    const store = await open();
    await stored(store);
    copyFileSync(file, `${file}.backup`);
    await expect(store.check()).resolves.toBeUndefined();
    damage();
    await until('it is noticed', () =>
      store.check().then(
        () => false,
        (error) => /removed or replaced/.test(error.message),
      ),
    );
    await expect(store.accept(newLead())).rejects.toMatchObject({ code: 'unavailable' });
    await store.close();
    const again = await open();
    await stored(again);
    await again.close();
  });

  it('leaves no trace of an erased phone in its files', async () => {
    const store = await open();
    const phone = '447700900777';
    for (let index = 0; index < 20; index++) {
      await stored(store, { phone, record: { phone, last_name: 'Unforgettable' }, callback: callPlan() });
    }
    expect(await store.erase({ phone })).toBe(20);
    for (const end of ['', '-wal', '-shm']) {
      const bytes = readFileSync(`${file}${end}`);
      expect(bytes.includes(phone)).toBe(false);
      expect(bytes.includes('Unforgettable')).toBe(false);
    }
    await store.close();
  });

  it('is shared by several processes that start at once', async () => {
    const child = () => runChild('test/proxy/store/accept-one-by-one.ts', [file, '20']);
    const children = [child(), child(), child(), child()];
    await Promise.all(children.map(({ ended }) => ended));
    expect(children.map((child) => child.errors())).toEqual(['', '', '', '']);
    const store = await open();
    expect((await store.counts()).pending).toBe(80);
    await store.close();
  });
});
