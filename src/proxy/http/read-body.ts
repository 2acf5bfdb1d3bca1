import type { Failure } from './answer.ts';
import { shapeIssues } from './shape.ts';

export type BodyReading = { ok: true; value: unknown } | { ok: false; failure: Failure };

const maxBytes = 16_384;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body of at most 16 KB and of a harmless shape. Nothing larger is ever held in memory. */
export async function readBody(request: Request): Promise<BodyReading> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?$/i.test(type)) {
    return refuse('not-json', 'Send Content-Type: application/json.');
  }
  if (request.headers.has('content-encoding')) return refuse('not-json', 'Send the body without Content-Encoding.');
  let bytes: ArrayBuffer | Uint8Array | undefined;
  try {
    bytes = await readBytes(request);
  } catch {
    // The client went away, or broke the rules of chunks; nobody is there to read this.
    return refuse('bad-json', 'The body did not arrive whole.');
  }
  if (bytes === undefined) return refuse('too-large', `The body is larger than ${maxBytes} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    return refuse('bad-json', 'The body is not valid JSON.');
  }
  const issues = shapeIssues(value);
  if (issues.length > 0)
    return { ok: false, failure: { code: 'bad-request', message: 'The body cannot be taken.', issues } };
  return { ok: true, value };
}

/** undefined: too many. A stated length is enforced by the HTTP parser, so only a body without one is counted here. */
async function readBytes(request: Request): Promise<ArrayBuffer | Uint8Array | undefined> {
  const stated = request.headers.get('content-length');
  if (stated !== null) {
    if (!/^\d+$/.test(stated) || Number(stated) > maxBytes) return undefined;
    const bytes = await request.arrayBuffer();
    return bytes.byteLength > maxBytes ? undefined : bytes;
  }
  if (request.body === null) return new Uint8Array();
  const buffer = new Uint8Array(maxBytes);
  let length = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.byteLength > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    buffer.set(part.value, length);
    length += part.value.byteLength;
  }
  return buffer.subarray(0, length);
}

function refuse(code: Failure['code'], message: string): BodyReading {
  return { ok: false, failure: { code, message } };
}
