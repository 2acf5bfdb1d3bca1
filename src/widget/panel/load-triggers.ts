/** Triggers are loaded only where a page uses them. */
export async function loadTriggers(): Promise<typeof import('./triggers.ts').watchTriggers> {
  return (await import('./triggers.ts')).watchTriggers;
}
