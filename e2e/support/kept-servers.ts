type Running = { stop(): Promise<void> };

/** The server of the options that are in use, and of the options before: starting another stops the one before these. */
export class KeptServers<Options extends object, Server extends Running> {
  readonly #start: (options: Options) => Promise<Server>;
  readonly #running = new Map<Options, Server>();

  constructor(start: (options: Options) => Promise<Server>) {
    this.#start = start;
  }

  /** The server of these options: the same one each time that it is asked for with the same object. */
  async of(options: Options): Promise<Server> {
    const server = this.#running.get(options) ?? (await this.#startAnother(options));
    // A map keeps its order of insertion: the first is the one that has not been used for longest.
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
    if (this.#running.size > 1 && oldest !== undefined) {
      this.#running.delete(oldest[0]);
      await oldest[1].stop();
    }
    return this.#start(options);
  }
}
