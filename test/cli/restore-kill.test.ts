import { rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { recordFigure } from '../support/figures.ts';
import { until } from '../support/until.ts';
import { prepareRehearsal, serveProxy } from './served-proxy.ts';

const leadCount = 5;

// All leads that were pending in the backup were enrolled again.
it('D4: serve --hold-pending enrolls nobody twice after a restore', async ({ task }) => {
  const { folder, config, service } = await prepareRehearsal('leads.db');
  const database = join(folder, 'leads.db');

  // The service asks to wait, so the leads are pending while the backup is made, and delivered afterwards.
  service.fail('create', { kind: 'status', status: 429, headers: { 'retry-after': '2' } }, leadCount);
  const first = await serveProxy(config);
  for (let lead = 0; lead < leadCount; lead++) expect(await first.sendLead(`+1415555267${lead}`)).toBe(202);
  await until('each lead was refused once', () => service.journal.length >= leadCount);
  const backup = join(folder, 'backup.db');
  new DatabaseSync(database, { readOnly: true }).exec(`VACUUM INTO '${backup}'`);
  await until('all are delivered', async () => (await first.counts()).delivered === leadCount, 20_000, 50);
  expect(service.ledger().enrolments).toHaveLength(leadCount);
  await first.stop();

  for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
  await copyFile(backup, database);
  const second = await serveProxy(config, ['--hold-pending']);
  expect(await second.counts()).toMatchObject({ pending: 0, unknown: leadCount });
  expect(second.stderr()).toContain(`"leads":${leadCount},"calls":0,"msg":"pending-held"`);
  // A new lead is delivered meanwhile.
  expect(await second.sendLead('+14155552679')).toBe(202);
  await until('the new lead is delivered', async () => (await second.counts()).delivered === 1, 20_000, 50);
  expect(await second.admin('causes')).toEqual({
    causes: [{ state: 'unknown', cause: 'create: pending in the backup', count: leadCount }],
  });
  const resolved = { action: 'resolve-done', filter: { state: 'unknown', cause: 'create: pending in the backup' } };
  expect(await second.admin('leads/bulk', resolved)).toEqual({ status: 'success', changed: leadCount });
  expect(await second.counts()).toMatchObject({ unknown: 0, delivered: leadCount + 1 });
  await second.stop();

  const phones = service.ledger().enrolments.map(({ phone }) => phone);
  expect(phones).toHaveLength(leadCount + 1);
  expect(new Set(phones).size).toBe(leadCount + 1);
  recordFigure(task, {
    did: 'leads that were pending in the backup and delivered before the restore',
    times: leadCount,
    found: `each is enrolled once by the service's journal; ${leadCount} waited for a decision, a new lead did not`,
  });
}, 300_000);
