/** Gives each question a number that it keeps when it gets another name or place. */
export type Identities = {
  /** In the order of the names. A name that stands twice has two. */
  of(names: readonly string[]): string[];
};

/** A name that is new in the place of one that is gone is the same question. */
export function createIdentities(): Identities {
  let known = new Map<string, string>();
  let names: readonly string[] = [];
  let count = 0;
  return {
    of(next) {
      const seen = new Map<string, string>();
      const keys = next.map((name, at) => {
        const before = names[at];
        const isRenamed = before !== undefined && !next.includes(before) && next.length === names.length;
        const key = known.get(name) ?? (isRenamed ? known.get(before) : undefined) ?? `question-${++count}`;
        if (seen.has(name)) return `${key}-${at}`;
        seen.set(name, key);
        return key;
      });
      known = seen;
      names = [...next];
      return keys;
    },
  };
}
