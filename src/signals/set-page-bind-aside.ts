/** The page's `bind`; undefined if it is the language's, or acts like it. */
export const pageBind = keepsAllValues() ? undefined : Object.getOwnPropertyDescriptor(Function.prototype, 'bind');

// A page that has frozen its functions keeps what it has.
if (pageBind?.configurable) Object.defineProperty(Function.prototype, 'bind', { ...pageBind, value: bind });

function keepsAllValues(): boolean {
  const join = (...values: unknown[]) => values.length;
  return join.bind(null, 1)(2) === 2;
}

function bind(this: (...values: unknown[]) => unknown, self: unknown, ...bound: unknown[]) {
  return (...values: unknown[]) => Reflect.apply(this, self, [...bound, ...values]);
}
