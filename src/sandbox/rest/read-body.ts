import type { Context } from 'hono';
import { bodyForJournal } from '../inspect/journal.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Answer, failure } from './answer.ts';
import type { Exchange } from './exchange.ts';

export type BodyReading = { ok: true; value: unknown } | { ok: false; answer: Answer };

/** The interface shows no limit (Requests and responses); no lead, and no data for a call, is larger. In bytes. */
const maxSize = 1_048_576;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body (Requests and responses), for the handler and for the journal. Nothing larger than a megabyte is ever held in memory. */
export async function readBody(c: Context<Exchange>): Promise<BodyReading> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return refuse(415, 'Send Content-Type: application/json.');
  const bytes = await readBytes(c.req.raw);
  if (bytes === undefined) return refuse(413, `The body is larger than ${maxSize} bytes.`);
  const text = decode(bytes);
  if (text === undefined) return refuse(400, 'The body is not UTF-8.');
  const json = parseJson(text);
  c.set('journalBody', bodyForJournal(text, json.ok ? json.value : undefined));
  return json.ok ? json : refuse(400, json.message);
}

/**
 * Undefined: too many. A stated length is enforced by the HTTP parser, so only a body without one is counted here. Hono's own
 * body limit makes another Request of those, which fails for requests of its Node server where the globals are left alone.
 */
async function readBytes(request: Request): Promise<ArrayBuffer | Uint8Array | undefined> {
  const stated = request.headers.get('content-length');
  if (stated !== null) return Number(stated) > maxSize ? undefined : request.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > maxSize) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: ArrayBuffer | Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function refuse(status: number, message: string): BodyReading {
  return { ok: false, answer: failure(status, message) };
}
