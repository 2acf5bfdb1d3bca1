import type { WidgetOptions } from '../../options/index.ts';

/**
 * Returns a function that tells what has changed since its last call; undefined when nothing has. Compared by value,
 * since components write `texts` and `triggers` as literals, which are new objects each time they render. An option
 * that is gone is undefined in the answer, which is its default.
 */
export function diffOptions(first: WidgetOptions): (options: WidgetOptions) => WidgetOptions | undefined {
  let before = written(first);
  return (options) => {
    const now = written(options);
    const names = new Set([...before.keys(), ...now.keys()]);
    const changed = [...names].filter((name) => before.get(name) !== now.get(name));
    before = now;
    if (changed.length === 0) return undefined;
    return Object.fromEntries(changed.map((name) => [name, Reflect.get(options, name)]));
  };
}

/** As text, so that an object which the page goes on to change is compared as it was. */
function written(options: WidgetOptions): Map<string, string | undefined> {
  return new Map(
    // A function is a new one each time, too; bindWidget() always calls the latest.
    Object.entries(options).map(([name, value]) => [
      name,
      typeof value === 'function' ? 'function' : JSON.stringify(value),
    ]),
  );
}
