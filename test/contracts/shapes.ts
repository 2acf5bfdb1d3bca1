import assert from 'node:assert/strict';
import type { ServiceResponse } from './service.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The shapes of the service API, written separately from the schemas of src/protocol, because those are under test too.
 */
export function object(value: unknown, what = 'the body'): Record<string, unknown> {
  assert.ok(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    `${what} is no object: ${show(value)}`,
  );
  return Object.fromEntries(Object.entries(value));
}

export function list(value: unknown, what = 'the body'): unknown[] {
  assert.ok(Array.isArray(value), `${what} is no array: ${show(value)}`);
  return value;
}

export function text(value: unknown, what: string): string {
  assert.ok(typeof value === 'string', `${what} is no text: ${show(value)}`);
  return value;
}

export function uuid(value: unknown, what: string): string {
  assert.match(text(value, what), uuidPattern, `${what} is no UUID: ${show(value)}`);
  return text(value, what);
}

export function sessionId(value: unknown, what: string): string {
  const [prefix, id] = text(value, what).split('.');
  assert.equal(prefix, 'webchat-session', `${what} is not of the form webchat-session.<uuid>: ${show(value)}`);
  uuid(id, what);
  return text(value, what);
}

export function digits(value: unknown, what: string): string {
  assert.match(text(value, what), /^[1-9]\d{6,14}$/, `${what} is not E.164 digits: ${show(value)}`);
  return text(value, what);
}

export function utc(value: unknown, what: string): number {
  assert.match(
    text(value, what),
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/,
    `${what} is not UTC ISO 8601`,
  );
  return Date.parse(text(value, what));
}

export function succeeded(response: ServiceResponse): Record<string, unknown> {
  assert.ok(
    response.status >= 200 && response.status < 300,
    `responded with ${response.status}: ${show(response.body)}`,
  );
  return object(response.body);
}

/** A success whose body says so: `status` and `message`. */
export function succeededWithStatus(response: ServiceResponse): Record<string, unknown> {
  const body = succeeded(response);
  assert.equal(body.status, 'success');
  text(body.message, 'message');
  return body;
}

/**
 * Checks for the error body (Errors) with a 4xx status, and with `status` where the service API defines it. Returns the
 * message.
 */
export function failed(response: ServiceResponse, status?: number): string {
  const expected = status === undefined ? response.status >= 400 && response.status < 500 : response.status === status;
  assert.ok(expected, `responded with ${response.status}, not ${status ?? '4xx'}: ${show(response.body)}`);
  const body = object(response.body);
  assert.equal(body.status, 'failed');
  const message = text(body.message, 'message');
  assert.notEqual(message.trim(), '', 'the message is empty');
  return message;
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 300);
}
