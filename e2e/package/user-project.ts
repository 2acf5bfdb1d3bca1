import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type ProjectDeps = {
  /** Folder of examples/ that is the project's source. @default none */
  example?: string;
  /** Exact versions of the project's other dependencies. */
  packages?: Record<string, string>;
};

/** A user's project in a folder outside of the repository, with the packed package installed. */
export class UserProject {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create({ example, packages = {} }: ProjectDeps): Promise<UserProject> {
    const project = new UserProject(await mkdtemp(join(tmpdir(), 'leadchat-user-')));
    if (example !== undefined) await cp(join('examples', example), project.folder, { recursive: true });
    const dependencies = { leadchat: `file:${process.env.LEADCHAT_TARBALL}`, ...packages };
    await project.write('package.json', { name: 'user', private: true, type: 'module', dependencies });
    await project.run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']);
    return project;
  }

  async write(name: string, content: object): Promise<void> {
    await writeFile(join(this.folder, name), JSON.stringify(content));
  }

  /** Copies a file of fixtures/ into the project's src. */
  async take(fixture: string): Promise<void> {
    await cp(join('e2e/package/fixtures', fixture), join(this.folder, 'src', fixture));
  }

  /** Runs a command to its end; throws an error with its output if it fails. */
  async run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    try {
      const { stdout } = await run(command, args, { cwd: this.folder, env: { ...this.#environment(), ...env } });
      return stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = Object(error);
      throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}` || String(error));
    }
  }

  /** Starts a command that runs until `stop` ends it together with its child processes. */
  start(command: string, args: string[]): { firstLine: Promise<string>; stop(): Promise<void> } {
    const child = spawn(command, args, {
      cwd: this.folder,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const ended = new Promise<void>((done) => child.once('close', () => done()));
    const firstLine = new Promise<string>((done, fail) => {
      createInterface(child.stdout).once('line', done);
      ended.then(() => fail(new Error(`${command} ${args.join(' ')} ended`)));
    });
    const end = () => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, 'SIGTERM');
    process.once('exit', end);
    return {
      firstLine,
      async stop() {
        end();
        await ended;
        process.off('exit', end);
      },
    };
  }

  /** Checks the types under strict, with each module resolution of TypeScript. */
  async checkTypes(compiler: 'tsc' | 'vue-tsc'): Promise<void> {
    const resolutions = [
      { module: 'esnext', moduleResolution: 'bundler' },
      { module: 'node16', moduleResolution: 'node16' },
    ];
    for (const resolution of resolutions) {
      const compilerOptions = {
        ...resolution,
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: ['vite/client'],
        jsx: 'react-jsx',
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
        ...{ allowImportingTsExtensions: true, skipLibCheck: true, noEmit: true },
      };
      const name = `tsconfig.${resolution.moduleResolution}.json`;
      await this.write(name, { compilerOptions, include: ['src'] });
      await this.run('npx', [compiler, '--project', name]);
      await this.#checkOurDeclarations(compiler, name);
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Our declarations are valid without skipLibCheck; errors in declarations of dependencies are ignored. */
  async #checkOurDeclarations(compiler: string, project: string): Promise<void> {
    const findings = await this.run('npx', [compiler, '--project', project, '--skipLibCheck', 'false']).catch(String);
    const ours = findings.split('\n').filter((line) => line.includes('node_modules/leadchat/'));
    if (ours.length > 0) throw new Error(`declarations of leadchat do not compile:\n${ours.join('\n')}`);
  }

  /** The environment of a user's terminal: without the npm variables and the node_modules/.bin of this repository. */
  #environment(): NodeJS.ProcessEnv {
    const environment = Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_(?:package|lifecycle|command|config_local_prefix)|LEADCHAT_|INIT_CWD)/.test(name),
    );
    const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'));
    return { ...Object.fromEntries(environment), PATH: [dirname(process.execPath), ...folders].join(delimiter) };
  }
}
