/**
 * The part of zod/mini that the browser's schemas use, in a tenth of its size. The build puts it in the place of
 * `zod/mini`; everywhere else, tests and types included, the schemas run on zod itself. test/build/small-schemas.test.ts
 * runs the whole corpus of the protocol on this one too, and compares.
 */
type Path = readonly PropertyKey[];
type Issue = { path: PropertyKey[]; message: string };
/** Returns the value as it is read, and adds what is wrong with it to the issues. */
type Read = (value: unknown, path: Path, issues: Issue[]) => unknown;
type Params = string | { error?: string } | undefined;
type Check = (value: unknown) => string | undefined;
type Shape = Record<string, Schema>;
type Unknown = 'strip' | 'keep' | 'refuse' | Schema;

type Schema = {
  read: Read;
  /** May be left out of an object. */
  isOptional: boolean;
  shape: Shape;
  unknown: Unknown;
  check(...checks: Check[]): Schema;
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };
  parse(value: unknown): unknown;
};

function schema(read: Read, more: { isOptional?: boolean; shape?: Shape; unknown?: Unknown } = {}): Schema {
  const self: Schema = {
    isOptional: false,
    shape: {},
    unknown: 'strip',
    ...more,
    read,
    check: (...checks) =>
      schema((value, path, issues) => {
        const before = issues.length;
        const result = read(value, path, issues);
        if (issues.length === before) {
          for (const check of checks) {
            const message = check(result);
            if (message !== undefined) issues.push({ path: [...path], message });
          }
        }
        return result;
      }, more),
    safeParse(value) {
      const issues: Issue[] = [];
      const data = read(value, [], issues);
      return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
    },
    parse(value) {
      const result = self.safeParse(value);
      if (result.success) return result.data;
      throw new Error(JSON.stringify(result.error.issues));
    },
  };
  return self;
}

function messageOf(params: Params): string {
  return (typeof params === 'string' ? params : params?.error) ?? 'Invalid input';
}

/** Returns the value that is at fault. */
function refuse(value: unknown, path: Path, issues: Issue[], params: Params): unknown {
  issues.push({ path: [...path], message: messageOf(params) });
  return value;
}

function test(accepts: (value: unknown) => boolean, params?: Params): Schema {
  return schema((value, path, issues) => (accepts(value) ? value : refuse(value, path, issues, params)));
}

function succeeds(one: Schema, value: unknown, path: Path): { ok: boolean; data: unknown; issues: Issue[] } {
  const issues: Issue[] = [];
  const data = one.read(value, path, issues);
  return { ok: issues.length === 0, data, issues };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const string = (params?: Params) => test((value) => typeof value === 'string', params);
export const number = (params?: Params) => test((value) => Number.isFinite(value), params);
export const int = (params?: Params) => test((value) => Number.isSafeInteger(value), params);
export const boolean = (params?: Params) => test((value) => typeof value === 'boolean', params);
export const unknown = () => schema((value) => value, { isOptional: true });
export const literal = (one: unknown, params?: Params) => test((value) => value === one, params);
const oneOf = (values: readonly unknown[], params?: Params) => test((value) => values.includes(value), params);

export { oneOf as enum };
export const custom = (accepts: (value: unknown) => boolean, params?: Params) => test(accepts, params);
export const email = (params?: Params) =>
  test(
    (value) =>
      typeof value === 'string' &&
      /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(value),
    params,
  );

export const optional = (inner: Schema) =>
  schema((value, path, issues) => (value === undefined ? undefined : inner.read(value, path, issues)), {
    isOptional: true,
  });
export const exactOptional = (inner: Schema) => schema(inner.read, { isOptional: true });
export const nullable = (inner: Schema) =>
  schema((value, path, issues) => (value === null ? null : inner.read(value, path, issues)), {
    isOptional: inner.isOptional,
  });
export const nullish = (inner: Schema) => optional(nullable(inner));
export const _default = (inner: Schema, fallback: unknown) =>
  schema((value, path, issues) => (value === undefined ? fallback : inner.read(value, path, issues)));
const withCatch = (inner: Schema, fallback: unknown) =>
  schema((value, path) => {
    const { ok, data } = succeeds(inner, value, path);
    return ok ? data : fallback;
  });

export { withCatch as catch };

export const array = (inner: Schema, params?: Params) =>
  schema((value, path, issues) => {
    if (Array.isArray(value)) return value.map((one, index) => inner.read(one, [...path, index], issues));
    return refuse(value, path, issues, params);
  });

export const record = (key: Schema, inner: Schema, params?: Params) =>
  schema((value, path, issues) => {
    if (!isRecord(value)) return refuse(value, path, issues, params);
    const names = Object.keys(value).filter((name) => name !== '__proto__');
    return Object.fromEntries(
      names.map((name) => [key.read(name, [...path, name], issues), inner.read(value[name], [...path, name], issues)]),
    );
  });

const objectOf = (kind: Unknown) => (shape: Shape, params?: Params) =>
  schema(
    (value, path, issues) => {
      if (!isRecord(value)) return refuse(value, path, issues, params);
      const found: Record<string, unknown> = {};
      for (const [name, inner] of Object.entries(shape)) {
        const isThere = name in value;
        if (!isThere && inner.isOptional) continue;
        const result = inner.read(value[name], [...path, name], issues);
        if (isThere || result !== undefined) found[name] = result;
      }
      for (const name of Object.keys(value)) {
        if (name === '__proto__' || Object.hasOwn(shape, name) || kind === 'strip') continue;
        if (kind === 'refuse') issues.push({ path: [...path], message: `Unrecognized key: "${name}"` });
        else found[name] = kind === 'keep' ? value[name] : kind.read(value[name], [...path, name], issues);
      }
      return found;
    },
    { shape, unknown: kind },
  );
export const object = objectOf('strip');
export const strictObject = objectOf('refuse');
export const looseObject = objectOf('keep');
export const catchall = ({ shape }: Schema, inner: Schema) => objectOf(inner)(shape);
export const partial = ({ shape, unknown: kind }: Schema) =>
  objectOf(kind)(Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, optional(inner)])));

export const union = (options: readonly Schema[], params?: Params) =>
  schema((value, path, issues) => {
    for (const option of options) {
      const { ok, data } = succeeds(option, value, path);
      if (ok) return data;
    }
    return refuse(value, path, issues, params);
  });

export const discriminatedUnion = (key: string, options: readonly Schema[], params?: Params) =>
  schema((value, path, issues) => {
    const option = options.find((one) => isRecord(value) && one.shape[key]?.safeParse(value[key]).success);
    if (option !== undefined) return option.read(value, path, issues);
    return refuse(value, isRecord(value) ? [...path, key] : path, issues, params);
  });

const lengthOf = (value: unknown) => (typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN);
const expect =
  (accepts: (value: unknown) => boolean, params?: Params): Check =>
  (value) =>
    accepts(value) ? undefined : messageOf(params);
export const refine = (accepts: (value: never) => unknown, params?: Params) =>
  expect((value) => !!Reflect.apply(accepts, undefined, [value]), params);
export const regex = (pattern: RegExp, params?: Params) => expect((value) => pattern.test(String(value)), params);
export const minLength = (least: number, params?: Params) => expect((value) => lengthOf(value) >= least, params);
export const maxLength = (most: number, params?: Params) => expect((value) => lengthOf(value) <= most, params);
export const minimum = (least: number, params?: Params) => expect((value) => Number(value) >= least, params);
export const maximum = (most: number, params?: Params) => expect((value) => Number(value) <= most, params);
/** Nothing is compiled here, so there is nothing to switch off. */
export const config = () => {};
