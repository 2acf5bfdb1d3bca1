import { cutText } from '../../protocol/cut-text.ts';
import { parseJson } from '../parse-json.ts';
import { failure, type JsonResponse } from './response.ts';

/** `logged` is the body for the request log: its value, or the start of a text that is too long or no JSON. */
export type BodyParseResult =
  | { ok: true; value: unknown; logged: unknown }
  | { ok: false; response: JsonResponse; logged: unknown };

/** The service API specifies no limit. No lead and no call data comes near this size. */
const maxBytes = 1_048_576;
const maxLoggedLength = 2000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body. It never holds more than `maxBytes` in memory. */
export async function readBody(request: Request): Promise<BodyParseResult> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return refuse(415, 'Send Content-Type: application/json.');
  const bytes = await readBytes(request);
  if (bytes === undefined) return refuse(413, `The body is larger than ${maxBytes} bytes.`);
  const text = decode(bytes);
  if (text === undefined) return refuse(400, 'The body is not UTF-8.');
  const json = parseJson(text);
  const logged = json.ok && text.length <= maxLoggedLength ? json.value : cutText(text, maxLoggedLength);
  return json.ok ? { ok: true, value: json.value, logged } : refuse(400, json.message, logged);
}

/**
 * Undefined if the body is too large. Node enforces a Content-Length, so only a body without one is counted here. Hono's
 * `bodyLimit` wraps such a body in a new Request, which fails when `overrideGlobalObjects` is off (see listen.ts).
 */
async function readBytes(request: Request): Promise<ArrayBuffer | Uint8Array | undefined> {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length) > maxBytes ? undefined : request.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > maxBytes) return undefined;
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

function refuse(status: number, message: string, logged: unknown = null): BodyParseResult {
  return { ok: false, response: failure(status, message), logged };
}
