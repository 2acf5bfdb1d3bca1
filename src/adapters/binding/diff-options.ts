import type { WidgetOptions } from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';

/**
 * Creates a function that returns the options that have changed since its last call, or undefined if none has. Options are
 * compared by value, because components write `texts` and `triggers` as literals, which are new objects on every render. A
 * removed option is undefined in the result, which means its default.
 */
export function diffOptions(initial: WidgetOptions): (options: WidgetOptions) => WidgetOptions | undefined {
  let previous = serializeOptions(initial);
  return (options) => {
    const current = serializeOptions(options);
    const names = new Set([...previous.keys(), ...current.keys()]);
    const changed = [...names].filter((name) => previous.get(name) !== current.get(name));
    previous = current;
    if (changed.length === 0) return undefined;
    return Object.fromEntries(changed.map((name) => [name, Reflect.get(options, name)]));
  };
}

/** Serializes each option, so that an object that the page changes in place counts as changed. Never throws. */
export function serializeOptions(options: WidgetOptions): Map<string, string | undefined> {
  return new Map(
    // An inline function is also new on every render, but never counts as changed: bindWidget() calls the latest one.
    Object.entries(options).map(([name, value]) => [name, typeof value === 'function' ? 'function' : serialize(value)]),
  );
}

/** No option contains a circular object, a bigint or a getter that throws. One that does is invalid however it changes. */
function serialize(value: unknown): string | undefined {
  try {
    return toJson(value);
  } catch {
    return 'no JSON';
  }
}
