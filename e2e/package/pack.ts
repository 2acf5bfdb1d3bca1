import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Packs the package once for all projects, as `npm publish` would; the tests find it by LEADCHAT_TARBALL. */
export default async function pack(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-tarball-'));
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(packed.toString());
  process.env.LEADCHAT_TARBALL = join(folder, filename);
  return () => rm(folder, { recursive: true, force: true });
}
