const everyMs = 50;

/**
 * Reads until the value satisfies, and returns it. Fails with the last value: what it is, or that it could not be read.
 * For journeys outside of Playwright, which brings its own.
 */
export async function until<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  satisfies: (value: Value) => boolean,
  timeoutMs = 10_000,
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
