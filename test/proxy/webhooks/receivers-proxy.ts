import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { webhookReceivers } from '../../../src/protocol/admin/receivers.ts';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { startReceiver, type TestReceiver } from './receiver.ts';

export const tokens = {
  owner: 'owner-token-of-thirty-two-characters',
  agent: 'agent-token-of-thirty-two-characters',
  viewer: 'viewer-token-of-thirty-two-character',
};
export const newKey = () => randomBytes(32).toString('base64');

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-receivers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A proxy on a real port, with its store in this folder. */
export async function startProxy(folder: string, overrides: Record<string, unknown> = {}) {
  const operators = [
    { name: 'Ada', token: tokens.owner, role: 'owner' },
    { name: 'Grace', token: tokens.agent, role: 'agent' },
    { name: 'Vera', token: tokens.viewer, role: 'viewer' },
  ];
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}`, operators, ...overrides });
  const log = new MemoryLog();
  const service = new FakeService();
  const server = await startProxyServer(config, { port: 0, host: '127.0.0.1', deps: { log, client: service.client } });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  onTestFinished(stop);
  const call = async (method: string, path: string, body?: unknown, token = tokens.owner) => {
    const response = await fetch(`${server.url}/admin/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  const put = (body: Record<string, unknown>, token?: string) =>
    call('PUT', '/webhooks/receivers', { version: 0, ...body }, token);
  const list = async (token?: string) =>
    webhookReceivers.parse((await call('GET', '/webhooks/receivers', undefined, token)).body);
  const sendLead = async (phone: string) => {
    const response = await fetch(`${server.url}/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...leadHeaders() },
      body: JSON.stringify({ form: 'default', fields: { phone } }),
    });
    expect(response.status).toBe(202);
  };
  return { config, log, call, put, list, sendLead, stop };
}

/** A receiver whose answers do not depend on signatures, with the bodies that it has got. */
export async function startMessages(): Promise<TestReceiver & { bodies: string[] }> {
  const receiver = await startReceiver();
  const bodies: string[] = [];
  receiver.respond((response, request) => {
    void request.toArray().then((chunks) => {
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200).end('ok');
    });
  });
  return { ...receiver, bodies };
}

export const accepted = ['lead.accepted'];
