import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.ts';

const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));

/** Which copy of the project runs. @default the build of this copy, as operators run it */
export type Copy = {
  /** The working directory. */
  folder?: string;
  /** The program and its first arguments. */
  program?: readonly string[];
};

/**
 * A leadchat command in a separate process, so a journey can kill and restart it: each start takes the
 * same port.
 */
export class Service {
  readonly #command: string;
  readonly #args: string[];
  readonly #copy: Copy;
  #process: ChildProcess | undefined;
  #url: string | undefined;
  #log = '';

  constructor(command: 'sandbox' | 'serve', args: string[], copy: Copy = {}) {
    this.#command = command;
    this.#args = args;
    this.#copy = copy;
  }

  get url(): string {
    if (this.#url === undefined) throw new Error(`${this.#command} was never started`);
    return this.#url;
  }

  /** What the process wrote to stderr so far. */
  get log(): string {
    return this.#log;
  }

  async start(): Promise<string> {
    const port = this.#url === undefined ? `${await freePort()}` : new URL(this.#url).port;
    const { folder = '.', program = [process.execPath, 'dist/server/cli/main.js'] } = this.#copy;
    const [file = '', ...first] = program;
    const child = spawn(file, [...first, this.#command, '--json', '--port', port, ...this.#args], {
      cwd: folder,
      // For an installation, which runs from sources: without a cache, Node strips their types at each start.
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    // The parent process may exit early.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    child.stderr.on('data', (data: Buffer) => {
      this.#log += data;
    });
    const line = await new Promise<string>((done, fail) => {
      createInterface(child.stdout).once('line', done);
      child.once('exit', (code) => fail(new Error(`${this.#command} ended with ${code}:\n${this.#log}`)));
    });
    const [url] = Object.values<string>(JSON.parse(line));
    if (url === undefined) throw new Error(`${this.#command} printed no address: ${line}`);
    this.#url = url;
    return url;
  }

  /** Ends the process and waits until it has exited. `SIGKILL` simulates a power cut. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((done) => child.once('exit', done));
    child.kill(signal);
    return gone;
  }
}
