/** The numbers at the start of a title: `R2, R3: …` has two. In a full name, each title may start with numbers. */
export function numbersOf(fullName: string): string[] {
  const lists = [...fullName.matchAll(/(?:^|> )((?:[RGFD]\d+(?:, )?)+): /g)].map(([, list = '']) => list);
  return [...new Set(lists.flatMap((list) => list.split(', ')))];
}
