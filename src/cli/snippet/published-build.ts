import { createHash } from 'node:crypto';
import * as z from 'zod';
import { CommandError } from '../arguments.ts';

const integrityFile = z.object({
  /** The script under its own hash. */
  script: z.string().regex(/^leadchat-[0-9a-f]+\.js$/),
  /** Every file that a page can load, by its path beside integrity.json. */
  integrity: z.record(z.string().regex(/^[\w./-]+\.js$/), z.string().regex(/^sha384-[\w+/]+=*$/)),
});

/** A build as a host serves it. */
export type PublishedBuild = {
  /** The script's address. */
  script: string;
  /** Hashes by address, the script's among them. */
  integrity: Map<string, string>;
};

/**
 * Reads which files a host serves and what they hash to, and loads every one of them: what is printed must hold for the
 * bytes that browsers get, whatever a CDN on the way makes of them.
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
      `${url} responds with ${response.status}. Is this the address of the folder with leadchat.js, as \`npm run build\` makes it?`,
    );
  }
  const found = integrityFile.safeParse(await response.json().catch(() => undefined));
  if (found.success) return found.data;
  throw new CommandError(`${url} is not what \`npm run build\` writes. Upload all of dist, or start the proxy anew.`);
}

/** What would make browsers refuse a file; null when they take it. */
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

/** @throws CommandError when there is no response. */
export async function load(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandError(`${url} does not respond: ${cause}`);
  }
}
