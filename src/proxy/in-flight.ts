/** Shares work that is under way: whoever asks for the same key before it ends gets its result, and starts nothing. */
export function createInFlight<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (key: string, begin: () => Promise<Result>): Promise<Result> => {
    const shared = running.get(key) ?? begin().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
}
