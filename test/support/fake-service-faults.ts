import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FakeFault } from './fake-service.ts';

type Processed = { status: number; body: unknown };

/** Responds to a request with a fault; `process` carries out the request, for faults that happen afterwards. */
export function injectFault(fault: FakeFault, response: ServerResponse, process: () => Processed): void {
  switch (fault.kind) {
    case 'hang':
      return;
    case 'reset':
      if (fault.processed) process();
      response.socket?.resetAndDestroy();
      return;
    case 'cut': {
      const { status, body } = process();
      const text = JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
      response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
      return;
    }
    case 'garbage':
      process();
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>It works!</html>');
      return;
    case 'drip': {
      const { status, body } = process();
      const text = JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
      response.flushHeaders();
      let sent = 0;
      const timer = setInterval(() => response.write(text[sent++] ?? ' '), 1_000);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'huge':
      process();
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(10_000_000)}"`);
      return;
    case 'status':
      if (fault.processed === true) process();
      send(response, fault.status, fault.body ?? { status: 'failed', message: 'injected' }, fault.headers);
  }
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': randomUUID(), ...headers });
  response.end(JSON.stringify(body));
}
