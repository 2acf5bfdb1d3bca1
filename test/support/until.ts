import { patience } from './figures.ts';

/** Waits until a condition holds. After the time limit, throws an error that names it. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  everyMs = 2,
): Promise<void> {
  const end = performance.now() + withinMs * patience;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${withinMs * patience} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
