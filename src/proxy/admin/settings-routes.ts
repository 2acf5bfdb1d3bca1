import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import {
  type SavedSettings,
  type settingsHistory,
  type settingsPreview,
  settingsPreviewRequest,
  settingsRequest,
  settingsRestoreRequest,
} from '../../protocol/admin/settings.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, notFound, ProxyError, unknownForm } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import { applySettings, checkSettings, nothingSaved } from '../settings/apply-settings.ts';
import { changedKeys, describeSettings, savedValues } from '../settings/describe-settings.ts';
import { adoptNewestSettings, adoptSettings } from '../settings/keep-settings.ts';
import type { SettingsRecord } from '../store/queries/settings-store.ts';
import { defaultFormOf, publicConfigOf } from '../widget/public-config.ts';
import { actorOf } from './audit.ts';

/** Forms with their options in several languages are deeper nested than a lead. */
const shape = { maxDepth: 12, maxKeys: 300 };

/** The part of the admin API for what applies without a restart: read, save, look back, and undo. */
export function createSettingsRoutes({ store, live, log, now }: AdminDeps): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.get('/', async (c) => {
    await adoptNewest();
    return c.json(describeSettings(live));
  });

  app.put('/', async (c) => {
    const { version, by, ...settings } = await readJson(c, settingsRequest, shape);
    await save(c, { version, by, settings });
    return c.json(describeSettings(live));
  });

  app.put('/preview', async (c) => {
    const { form, ...settings } = await readJson(c, settingsPreviewRequest, shape);
    const { widget, forms } = applySettings(live.file.value, settings);
    const draft = { ...live.config.value, widget, forms };
    const config = publicConfigOf(draft, form ?? defaultFormOf(draft) ?? 'default');
    if (config === undefined) throw unknownForm();
    return c.json({ issues: checkSettings(live.file.value, settings), config } satisfies z.input<
      typeof settingsPreview
    >);
  });

  app.get('/history', async (c) => {
    const records = await store.listSettings();
    return c.json({
      versions: records.map(({ version, at, by, restored, settings = nothingSaved }, index) => {
        const changed = changedKeys(records[index + 1]?.settings ?? nothingSaved, settings);
        return { ...{ version, at: isoTime(at), by, restored, changed }, values: savedValues(settings, changed) };
      }),
    } satisfies z.input<typeof settingsHistory>);
  });

  app.post('/restore', async (c) => {
    const { version: restored, current, by } = await readJson(c, settingsRestoreRequest);
    const record = restored === 0 ? undefined : await store.readSettings(restored);
    if (restored > 0 && record?.settings === undefined) throw notFound('There is no such version any more.');
    const version = current ?? (await store.settingsVersion());
    await save(c, { version, by, settings: record?.settings ?? nothingSaved, restored });
    return c.json(describeSettings(live));
  });

  return app;

  function adoptNewest(): Promise<void> {
    return adoptNewestSettings({ store, live, log });
  }

  async function save(c: Context<AppEnvironment>, next: NextSettings): Promise<void> {
    const issues = checkSettings(live.file.value, next.settings);
    if (issues.length > 0) throw badRequest(issues);
    const settings = withoutEmpty(next.settings);
    await adoptNewest();
    const current = live.saved.value ?? { version: 0, settings: nothingSaved };
    // Earlier versions are deleted for new ones, so only a change is one.
    if (current.version === next.version && isSameSettings(current.settings, settings)) return;
    const saved = {
      version: next.version + 1,
      settings,
      at: now(),
      by: actorOf(c, next.by),
      restored: next.restored,
    } satisfies SettingsRecord;
    const version = await store.saveSettings({ ...saved, version: next.version });
    if (version === undefined) throw await changedMeanwhile();
    // Unless the next version is known here already.
    if ((live.saved.value?.version ?? 0) < version) adoptSettings(saved, { live, log });
  }

  async function changedMeanwhile(): Promise<ProxyError> {
    const newest = await store.readSettings();
    const message = 'Somebody else has saved settings meanwhile. Load them, and make your change again.';
    const details = newest && { version: newest.version, at: isoTime(newest.at), by: newest.by };
    return new ProxyError('changed', { message, ...(details && { details }) });
  }
}

type NextSettings = { version: number; by: string | undefined; settings: SavedSettings; restored?: number };

function isSameSettings(before: SavedSettings | undefined, after: SavedSettings): boolean {
  return before !== undefined && changedKeys(before, after).length === 0;
}

/** Without forms of which nothing is saved. */
function withoutEmpty({ widget, forms, names = {} }: SavedSettings): SavedSettings {
  const changed = Object.entries(forms).filter(([, keys]) => keys === null || Object.keys(keys).length > 0);
  return { widget, forms: Object.fromEntries(changed), ...(Object.keys(names).length > 0 && { names }) };
}
