type Running = { stop(): Promise<void> };

/** So many run side by side: that of the options in use, and those of options that files often come back to. */
const maxRunning = 4;

/** Servers by their options. Starting one too many stops the one that has not been used for longest. */
export class KeptServers<Options extends object, Server extends Running> {
  readonly #start: (options: Options) => Promise<Server>;
  readonly #running = new Map<Options, Server>();

  constructor(start: (options: Options) => Promise<Server>) {
    this.#start = start;
  }

  /** The server of these options: the same one each time that it is asked for with the same object. */
  async of(options: Options): Promise<Server> {
    const server = this.#running.get(options) ?? (await this.#startAnother(options));
    // A map keeps its order of insertion.
    this.#running.delete(options);
    this.#running.set(options, server);
    return server;
  }

  async stop(): Promise<void> {
    for (const server of this.#running.values()) await server.stop();
    this.#running.clear();
  }

  async #startAnother(options: Options): Promise<Server> {
    const [oldest] = this.#running;
    if (this.#running.size >= maxRunning && oldest !== undefined) {
      this.#running.delete(oldest[0]);
      await oldest[1].stop();
    }
    return this.#start(options);
  }
}
