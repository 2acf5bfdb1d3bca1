import { attempt, type OptionOfKind, readBoolean } from '../../options/index.ts';
import type { RawOptions } from './raw-options.ts';

/** Reads an option by its name. The compiler takes names and kinds from the table of attributes. */
export type LauncherOptions = {
  /** Empty if the option is no text. */
  text(name: OptionOfKind<'text'>): string;
  /** Undefined if the option is no data. */
  json(name: OptionOfKind<'json'>): unknown;
  /** Undefined if the option is no boolean. */
  boolean(name: OptionOfKind<'boolean'>): boolean | undefined;
};

/**
 * The launcher's reader of options: it knows their kinds, but not their values and defaults, which are in the schema that only
 * the panel contains. Every option may be text, as in an attribute.
 */
export function readLauncherOptions(options: RawOptions): LauncherOptions {
  return {
    text(name) {
      const { [name]: value } = options;
      return typeof value === 'string' ? value : '';
    },
    json(name) {
      const { [name]: value } = options;
      // Data is copied, because every read of a page's getter or proxy may throw. Functions and missing values have no JSON.
      return attempt(() => JSON.parse(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')));
    },
    boolean(name) {
      const value = readBoolean(options[name]);
      return typeof value === 'boolean' ? value : undefined;
    },
  };
}
