import fc from 'fast-check';

/** What no schema expects and what throws as soon as it is read, converted or serialized, by a name for test titles. */
export const hostileValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['a symbol', Symbol('value')],
  ['a bigint', 1n],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['null', null],
  ['undefined', undefined],
  ['a list with null', [null]],
  ['a list with a bigint', [undefined, 1n]],
  ['a list with an object with a symbol', [{ type: Symbol('type') }]],
  ['an object without a prototype', Object.create(null)],
  ['a circular object', circular()],
  ['an object with a circular one', { nested: circular() }],
  ['an object whose toString() throws', throwing('toString')],
  ['an object whose valueOf() throws', throwing('valueOf')],
  ['an object whose toJSON() throws', throwing('toJSON')],
  ['an object whose getters throw', Object.defineProperties({}, { color: getter(), type: getter() })],
  ['a proxy that throws', new Proxy({}, { get: fail, ownKeys: fail, getOwnPropertyDescriptor: fail, has: fail })],
  ['a function that throws', fail],
]);

/** Any value that a page could pass by mistake, as a function, because fast-check reads the values that it makes. */
export const anyValue: fc.Arbitrary<() => unknown> = fc.oneof(
  fc.constantFrom(...hostileValues.keys()).map((name) => () => hostileValues.get(name)),
  fc
    .anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true, withDate: true, withMap: true })
    .map((value) => () => value),
  fc
    .array(fc.constantFrom(...hostileValues.keys()), { maxLength: 3 })
    .map((names) => () => names.map((name) => hostileValues.get(name))),
);

/** An object with some of the names and any values, or any other value. */
export function anyObject(names: readonly string[]): fc.Arbitrary<() => unknown> {
  const object = fc
    .dictionary(fc.constantFrom(...names), anyValue, { maxKeys: 6 })
    .map((entries) => () => Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, value()])));
  return fc.oneof({ weight: 5, arbitrary: object }, { weight: 1, arbitrary: anyValue });
}

function circular(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

function throwing(name: string): object {
  return Object.defineProperty({}, name, { enumerable: true, value: fail });
}

function getter(): PropertyDescriptor {
  return { enumerable: true, get: fail };
}

function fail(): never {
  throw new Error('read');
}
