import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { PublishedBuild } from '../snippet/index.ts';
import { CommandError } from './arguments.ts';

const integrityFile = z.object({
  /** The script with its hash in the name. */
  script: z.string().regex(/^leadchat-[0-9a-f]+\.js$/),
  /** Hashes of all files that a page can load, by path relative to integrity.json. */
  integrity: z.record(z.string().regex(/^[\w./-]+\.js$/), z.string().regex(/^sha384-[\w+/]+=*$/)),
});

/**
 * Reads the files and hashes of a build from its host, and downloads every file to verify its hash. A CDN in between could
 * change the bytes that browsers get.
 * @throws CommandError
 */
export async function readPublishedBuild(base: URL): Promise<PublishedBuild> {
  const { script, integrity } = await readIntegrity(new URL('integrity.json', base));
  const files = Object.entries(integrity).map(([name, hash]) => ({ url: new URL(name, base).href, hash }));
  const problems = (await Promise.all(files.map(({ url, hash }) => findProblem(url, hash)))).filter(
    (text) => text !== null,
  );
  if (problems.length > 0)
    throw new CommandError(`${base} cannot be pinned:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return { script: new URL(script, base).href, integrity: new Map(files.map(({ url, hash }) => [url, hash])) };
}

async function readIntegrity(url: URL): Promise<z.infer<typeof integrityFile>> {
  const response = await load(url.href);
  if (!response.ok) {
    throw new CommandError(
      `${url} responds with ${response.status}. Is this the address of the folder that \`npm run build\` writes, with leadchat.js?`,
    );
  }
  const found = integrityFile.safeParse(await response.json().catch(() => undefined));
  if (found.success) return found.data;
  throw new CommandError(`${url} is not what \`npm run build\` writes. Upload all of dist, or restart the proxy.`);
}

/** Why browsers would refuse a file; null if they accept it. */
async function findProblem(url: string, hash: string): Promise<string | null> {
  const response = await load(url);
  if (!response.ok) return `${url} responds with ${response.status}`;
  const served = createHash('sha384').update(new Uint8Array(await response.arrayBuffer()));
  if (`sha384-${served.digest('base64')}` !== hash) {
    return `${url} is not served as it was built. Does a CDN or proxy change it, perhaps with a minifier?`;
  }
  if (!/^(?:text|application)\/javascript\b/.test(response.headers.get('content-type') ?? '')) {
    return `${url} is served as "${response.headers.get('content-type')}": browsers run modules as text/javascript only`;
  }
  return null;
}

/** @throws CommandError without a response. */
export async function load(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandError(`${url} does not respond: ${cause}`);
  }
}
