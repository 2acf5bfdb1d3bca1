import type { Context } from 'hono';
import { bodyForJournal } from '../inspect/journal.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Answer, failure } from './answer.ts';
import type { Exchange } from './exchange.ts';

export type BodyReading = { ok: true; value: unknown } | { ok: false; answer: Answer };

/** The interface shows no limit (8); no lead, and no data for a call, is larger. In bytes. */
const maxBodySize = 1_048_576;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body (4), for the handler and for the journal. */
export async function readBody(c: Context<Exchange>): Promise<BodyReading> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return refuse(415, 'Send Content-Type: application/json.');
  const bytes = await readBytes(c.req.raw);
  if (bytes === undefined) return refuse(413, `The body is larger than ${maxBodySize} bytes.`);
  const text = decode(bytes);
  if (text === undefined) return refuse(400, 'The body is not UTF-8.');
  const json = parseJson(text);
  c.set('journalBody', bodyForJournal(text, json.ok ? json.value : undefined));
  return json.ok ? json : refuse(400, json.message);
}

/**
 * Undefined: too many, and the rest is not read. Hono's own body limit makes another Request of one without a stated
 * length, which fails for the requests of its Node server where the globals are left alone.
 */
async function readBytes({ headers, body }: Request): Promise<Uint8Array | undefined> {
  if (Number(headers.get('content-length')) > maxBodySize) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodySize) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function refuse(status: number, message: string): BodyReading {
  return { ok: false, answer: failure(status, message) };
}
