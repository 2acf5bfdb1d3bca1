import { isSample, seed, seededRandom } from './figures.ts';

/** In a sample so many of these, which `LEADCHAT_SEED` chooses; in a long run all of them. */
export function sampleOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  return isSample ? choose(items, count, seed) : items;
}

/** In a sample so many of each kind; in a long run all of them. */
export function sampleOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => string, count = 1): readonly Item[] {
  const chosen = [...Map.groupBy(items, kindOf).values()].flatMap((kind) => sampleOf(kind, count));
  return items.filter((item) => chosen.includes(item));
}

/** The same ones for the same seed, in their order. */
export function choose<Item>(items: readonly Item[], count: number, from: number): readonly Item[] {
  const random = seededRandom(from);
  const chosen = items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item);
  return items.filter((item) => chosen.includes(item));
}
