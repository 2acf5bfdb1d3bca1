/** What is under way, by key: whoever asks for the same meanwhile gets the same. */
export function createInFlight<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (key: string, begin: () => Promise<Result>): Promise<Result> => {
    const shared = running.get(key) ?? begin().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
}
