import type { Bytes } from './assets.ts';

/** Computes something of a body once, however many visitors request it. */
export function memoizeByBody<Result>(compute: (body: Bytes) => Result): (body: Bytes) => Result {
  const results = new WeakMap<Bytes, { result: Result }>();
  return (body) => {
    const { result } = results.get(body) ?? { result: compute(body) };
    results.set(body, { result });
    return result;
  };
}
