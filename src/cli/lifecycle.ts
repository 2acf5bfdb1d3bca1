/**
 * One Ctrl-C can arrive as two signals: from the terminal, which signals all of its processes, and from npm, which
 * forwards its own. Within this time a second signal is no second key press.
 */
const sameKeyPressMs = 300;

/** Stops everything on SIGINT or SIGTERM and exits with 0. A second Ctrl-C exits at once with 130, as in shells. */
export function stopOnSignal(stops: readonly (() => Promise<void>)[]): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameKeyPressMs) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
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

/**
 * Collects SIGHUPs from now on, until `follow` says what to do at one: those that came meanwhile count as one, and no two
 * run at the same time.
 */
export function collectHangUps(): { follow(reload: () => Promise<void>): void } {
  let reload: (() => Promise<void>) | undefined;
  let isDue = false;
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (isDue && reload !== undefined) {
      isDue = false;
      await reload();
    }
    isRunning = false;
  };
  process.on('SIGHUP', () => {
    isDue = true;
    void run();
  });
  return {
    follow(next) {
      reload = next;
      void run();
    },
  };
}

/** Stops in reverse start order: the proxy needs the service to finish its pending work. */
export async function stopAll(stops: readonly (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops.toReversed()) await stop();
}

/** Prints the addresses: one JSON line for programs, a list and notes for people. */
export function announce(addresses: Record<string, string>, json: boolean, notes: string[] = []): void {
  if (json) {
    console.log(JSON.stringify(addresses));
    return;
  }
  const width = Math.max(...Object.keys(addresses).map((name) => name.length));
  for (const [name, address] of Object.entries(addresses)) console.log(`  ${name.padEnd(width)}  ${address}`);
  for (const note of notes) console.log(`  ${note}`);
}
