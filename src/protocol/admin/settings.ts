import * as z from 'zod/mini';
import { destinationName, formName, uuid } from '../identifiers.ts';
import { issue } from '../issue.ts';
import { publicConfig } from '../proxy/public-config.ts';

/** A value that a file or the dashboard sets. */
export const jsonValue = z.json();

/** Settings by name. `null` removes what the configuration file sets, so that the default applies. */
const settingsByName = z.record(z.string().check(z.minLength(1), z.maxLength(64)), jsonValue);

/** What operators save in the dashboard; it lies over `widget`, `forms` and `names` of the configuration file. */
const savedParts = {
  /** Options of the widget. */
  widget: z._default(settingsByName, {}),
  /** Keys of forms, by the form's name. `null` removes a form of the file. */
  forms: z._default(z.record(formName, z.nullable(settingsByName)), {}),
  /** Names of journeys and agents, by their IDs. `null` removes a name of the file. */
  names: z.optional(z.record(uuid, z.nullable(destinationName))),
};
export const savedSettings = z.strictObject(savedParts);
export type SavedSettings = z.infer<typeof savedSettings>;

/** Name that the operator enters. */
const by = z.optional(z.string().check(z.maxLength(80)));
const version = z.int().check(z.minimum(0));

/** Body of `PUT /admin/api/settings`: everything that is saved from now on. */
export const settingsRequest = z.strictObject({
  /** The version that was read. If there is a newer one meanwhile, the response is 409 `changed`. */
  version,
  ...savedParts,
  by,
});

/** Body of `PUT /admin/api/settings/preview`: settings that are not saved yet. */
export const settingsPreviewRequest = z.strictObject({ ...savedParts, form: z.optional(formName) });

export const settingsPreview = z.object({
  /** What saving would be refused for. */
  issues: z.array(issue),
  /** What a page would get: without the settings that have an issue. */
  config: publicConfig,
});
export type SettingsPreview = z.infer<typeof settingsPreview>;

/** Body of `POST /admin/api/settings/restore`. */
export const settingsRestoreRequest = z.strictObject({
  /** The version whose settings apply again, as a new version. 0 saves nothing: the configuration file applies. */
  version,
  /** The version that was read last. If there is a newer one meanwhile, the response is 409 `changed`. @default the newest */
  current: z.optional(version),
  by,
});

/** `widget`, `forms` and `names` in one of their layers. */
const settingsLayer = z.object({
  widget: z.record(z.string(), z.unknown()),
  forms: z.record(z.string(), z.record(z.string(), z.unknown())),
  names: z.optional(z.record(z.string(), z.string())),
});
export type SettingsLayer = z.infer<typeof settingsLayer>;

/** Where a part comes from: the dashboard, the configuration file or the environment, or neither. */
export const settingSources = ['saved', 'file', 'default'] as const;
export type SettingSource = (typeof settingSources)[number];

/** Who saved a version, and when. */
const author = {
  version: z.number(),
  at: z.iso.datetime(),
  /** The name that the operator entered, or the address of the request. */
  by: z.string(),
};

export const adminSettings = z.object({
  /** 0: nothing has been saved yet. */
  version: z.number(),
  at: z.optional(author.at),
  by: z.optional(author.by),
  /** What applies on every page now. */
  applies: settingsLayer,
  /** What the configuration file and the environment say. */
  file: settingsLayer,
  saved: savedSettings,
  /** By key: `widget.title`, `forms.default.consent`. */
  sources: z.record(z.string(), z.enum(settingSources)),
  /** Saved settings that this version of leadchat does not understand. They have no effect. */
  ignored: z.array(issue),
  /** Names in the `format` of webhooks that no form has as what is saved applies: their values are empty. */
  warnings: z.array(issue),
});
export type AdminSettings = z.infer<typeof adminSettings>;

export const settingsVersion = z.object({
  ...author,
  /** The earlier version that it restored. */
  restored: z.optional(z.number()),
  /** The keys that differ from the version before: `widget.title`. */
  changed: z.array(z.string()),
  /** What this version saves under these keys. A key that is missing here is no longer saved. */
  values: z.record(z.string(), jsonValue),
});
export type SettingsVersion = z.infer<typeof settingsVersion>;

/** Newest first. */
export const settingsHistory = z.object({ versions: z.array(settingsVersion) });
