import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAssetArchive } from '../../../src/proxy/server/assets.ts';
import { MemoryLog } from '../support/memory-log.ts';

let root: string;
let log: MemoryLog;
/** Days since the epoch. */
let today: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'leadchat-assets-'));
  log = new MemoryLog();
  today = 20_000;
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Starts the proxy with a build that is named by one letter. */
async function start(build: string) {
  const dist = join(root, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'leadchat.js'), build);
  await writeFile(join(dist, 'panel.js'), build);
  await writeFile(join(dist, `leadchat-${build.repeat(16)}.js`), build);
  await writeFile(join(dist, `assets/panel-${build.repeat(8)}.js`), build);
  return openAssetArchive({ dist, folder: join(root, 'archive'), now: () => today * 86_400_000, log });
}

const panel = (build: string) => `assets/panel-${build.repeat(8)}.js`;

async function panels(): Promise<string> {
  const archived = await readdir(join(root, 'archive/assets'));
  return archived.map((name) => name.at(-4)).join('');
}

describe('the files of earlier builds', () => {
  it('are served to pages that were opened before the upgrade', async () => {
    await start('a');
    const assets = await start('b');
    for (const [name, build] of [
      [panel('a'), 'a'],
      [panel('b'), 'b'],
      ['leadchat-aaaaaaaaaaaaaaaa.js', 'a'],
    ]) {
      expect(new TextDecoder().decode((await assets.read(name ?? ''))?.body)).toBe(build);
    }
    expect(log.lines).toEqual([]);
  });

  it('are only those with a content hash in their name', async () => {
    await start('a');
    const assets = await start('b');
    await rm(join(root, 'dist'), { recursive: true });
    expect(await assets.read(panel('a'))).toBeDefined();
    for (const name of ['leadchat.js', 'panel.js', 'assets/panel-cccccccc.js', '../dist/leadchat.js']) {
      expect(await assets.read(name)).toBeUndefined();
    }
  });

  it('stay for 30 days after the next build, however old they are', async () => {
    await start('a');
    today += 100;
    await start('b');
    today += 1;
    await start('c');
    today += 28;
    await start('c');
    expect(await panels()).toBe('abc');
    today += 2;
    await start('c');
    expect(await panels()).toBe('bc');
  });

  it('stay when an upgrade is rolled back', async () => {
    await start('a');
    await start('b');
    today += 100;
    await start('a');
    expect(await panels()).toBe('ab');
  });

  it('are the only files of the folder that the proxy deletes', async () => {
    await mkdir(join(root, 'archive/assets'), { recursive: true });
    await writeFile(join(root, 'archive/notes.txt'), '');
    await start('a');
    today += 100;
    await start('b');
    today += 100;
    await start('c');
    expect(await readdir(join(root, 'archive'))).toContain('notes.txt');
  });

  // Root's files stayed root's, and each later start logged that nothing could be archived.
  describe.runIf(process.getuid?.() === 0)('that root has archived', () => {
    const nobody = 65_534;
    const startAsNobody = async (build: string) => {
      process.seteuid?.(nobody);
      try {
        return await start(build);
      } finally {
        process.seteuid?.(0);
      }
    };

    it('belong to the owner of the folder', async () => {
      await mkdir(join(root, 'archive'));
      for (const path of [root, join(root, 'archive')]) await chown(path, nobody, nobody);
      await start('a');
      for (const name of [
        'archive',
        'archive/assets',
        `archive/${panel('a')}`,
        'archive/leadchat-aaaaaaaaaaaaaaaa.js',
      ]) {
        expect([name, (await stat(join(root, name))).uid]).toEqual([name, nobody]);
      }
    });

    it('are replaced where they stayed with root', async () => {
      await start('a');
      for (const path of [root, join(root, 'archive'), join(root, 'archive/assets')]) await chown(path, nobody, nobody);
      await rm(join(root, 'dist'), { recursive: true });
      await startAsNobody('a');
      await startAsNobody('b');
      expect([log.events(), (await panels()).split('').sort().join('')]).toEqual([[], 'ab']);
    });
  });

  it('are not served when the folder is not writable, which is logged', async () => {
    await writeFile(join(root, 'archive'), 'a file is in the way');
    const assets = await start('a');
    expect(await assets.read(panel('a'))).toBeDefined();
    expect(log.events()).toEqual(['assets-not-archived']);
  });
});
