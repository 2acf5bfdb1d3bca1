/**
 * What the values of a call mean now: the page may change its object, and a list in it, before the call is carried out. Every read
 * of it may throw.
 */
export function copyValues<Values>(values: Values): Values {
  if (typeof values !== 'object' || values === null) return values;
  const lists = Object.entries(values).filter(([, value]) => Array.isArray(value));
  return { ...values, ...Object.fromEntries(lists.map(([name, list]) => [name, [...list]])) };
}
