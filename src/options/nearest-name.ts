/** The name that was probably meant: the nearest of `names` by edit distance, if it is near at all. Case does not matter. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = written.length < 5 ? 2 : 3;
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < least) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

/** How many characters have to be inserted, deleted or replaced to get from one text to the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
