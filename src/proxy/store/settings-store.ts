import type { SavedSettings } from '../../protocol/index.ts';

/** What operators have saved, at one time. The newest version applies. */
export type SettingsRecord = {
  /** Counts from 1. */
  version: number;
  at: number;
  /** Who saved it. */
  by: string;
  /** The earlier version that it restored. */
  restored?: number | undefined;
  /** Absent if it cannot be read. */
  settings?: SavedSettings | undefined;
};

export type NewSettings = {
  settings: SavedSettings;
  /** The newest version that the operator knows; 0 before the first. */
  version: number;
  at: number;
  by: string;
  restored?: number | undefined;
};

/** Settings from the dashboard, with their earlier versions. All proxies of a store share them. */
export interface SettingsStore {
  /** The number of the newest version, or 0. Cheap, because every proxy asks every few seconds. */
  settingsVersion(): Promise<number>;
  /** The newest version, or the one with this number. */
  readSettings(version?: number): Promise<SettingsRecord | undefined>;
  /** Newest first, at most `maxSettingsVersions`. */
  listSettings(): Promise<SettingsRecord[]>;
  /** Resolves with the number of the new version; undefined if somebody else has saved one meanwhile. */
  saveSettings(next: NewSettings): Promise<number | undefined>;
}

/** Older versions are deleted. */
export const maxSettingsVersions = 100;
