/**
 * The JSON of plain data. Old libraries give arrays, texts and dates of a page a `toJSON` of their own, which turns a list into
 * a text. So each value is taken from what contains it, before that method has seen it.
 */
export function toJson(value: unknown, replace: (value: unknown) => unknown = (same) => same): string {
  return JSON.stringify(value, function (this: unknown, name: string) {
    return replace(Reflect.get(Object(this), name));
  });
}
