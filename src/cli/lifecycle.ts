/** Waits for SIGINT or SIGTERM, then stops everything, last started first, and ends the process with 0. */
export function stopOnSignal(stops: (() => Promise<void>)[]): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    stopAll(stops).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('[leadchat] could not stop cleanly:', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** Last started first: the proxy must not lose the service while it finishes what is in flight. */
export async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops.toReversed()) await stop();
}

/** Prints where everything is: one JSON line for programs, a short list for people. */
export function announce(addresses: Record<string, string>, json: boolean, notes: string[] = []): void {
  if (json) {
    console.log(JSON.stringify(addresses));
    return;
  }
  const width = Math.max(...Object.keys(addresses).map((name) => name.length));
  for (const [name, address] of Object.entries(addresses)) console.log(`  ${name.padEnd(width)}  ${address}`);
  for (const note of notes) console.log(`  ${note}`);
}

export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/** The address to listen at is none of this machine's, or no address at all. */
export function isHostUnusable(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(`${error.code}`)
  );
}
