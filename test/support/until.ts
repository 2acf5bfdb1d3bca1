import { patience } from './figures.ts';

/**
 * Waits until a condition holds, and looks the more seldom the longer it waits: a request every few milliseconds takes the
 * processor from what it waits for. After the time limit, throws an error that names it.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  everyMs?: number,
): Promise<void> {
  const start = performance.now();
  const end = start + withinMs * patience;
  while (!(await holds())) {
    const now = performance.now();
    if (now > end) throw new Error(`waited ${withinMs * patience} ms in vain until ${what}`);
    const pauseMs = everyMs ?? Math.min(25, Math.max(2, (now - start) / 20));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
