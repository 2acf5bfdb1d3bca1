import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The status and JSON body of a response. */
export type JsonResponse = { status: number; body: unknown };

export function success(message: string, fields: Record<string, unknown> = {}): JsonResponse {
  return { status: 200, body: { status: 'success', message, ...fields } };
}

/** A response with the service's error body. */
export function failure(status: number, message: string, fields: Record<string, unknown> = {}): JsonResponse {
  return { status, body: { status: 'failed', message, ...fields } };
}

/** 400 of Send to Workflow and Update & Send to Workflow. The API wants the message to say so and to ask for a retry. */
export const leadNotFoundOrCreated = failure(
  400,
  'The lead could not be found or created. Check lead_id and record.phone, and try again.',
);

export const leadNotFound = failure(404, 'The lead was not found.');

export function toResponse({ status, body }: JsonResponse, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** Responds on a bare connection and ends it: for a refused handshake, or a request that Node cannot parse. */
export function endWithResponse(socket: Duplex, { status, body }: JsonResponse): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
