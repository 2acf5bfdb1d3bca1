const everyMs = 50;

/**
 * Polls until the value satisfies a condition, and returns it. On timeout, throws an error with the last value or the
 * last read error. For journeys outside of Playwright, which has `expect.poll`.
 */
export async function until<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  satisfies: (value: Value) => boolean,
  timeoutMs = 60_000,
): Promise<Value> {
  const end = performance.now() + timeoutMs;
  let last = 'never read';
  do {
    try {
      const value = await read();
      if (satisfies(value)) return value;
      last = JSON.stringify(value) ?? String(value);
    } catch (error) {
      last = String(error);
    }
    await new Promise((done) => setTimeout(done, everyMs));
  } while (performance.now() < end);
  throw new Error(`${what}: not within ${timeoutMs} ms; last seen: ${last}`);
}
