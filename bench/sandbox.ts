import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { createSandbox } from '../src/sandbox/index.ts';

/**
 * Holds 2,000 open sockets and 200 requests a second against a sandbox in a separate process, and measures how long the
 * agent takes to reply in the chat meanwhile. `npx node bench/sandbox.ts`; exit 1 when the target is missed.
 */
const sockets = 2000;
const requestsPerSecond = 200;
const messagesPerSecond = 100;
const seconds = 20;
const targetMs = 50;

if (process.send === undefined) await measure();
else {
  const sandbox = await createSandbox();
  process.send({ url: sandbox.url, flow: sandbox.ids.flow, journey: sandbox.ids.journey });
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url));
  const [{ url, flow, journey }] = await once(child, 'message');
  const address = `${url.replace('http', 'ws')}/webchat/flow/${flow}/session/null/r/false`;

  const opening = performance.now();
  const visitors: Visitor[] = [];
  for (let open = 0; open < sockets; open += 50) {
    visitors.push(...(await Promise.all(Array.from({ length: 50 }, () => openVisitor(address)))));
  }
  const openedMs = performance.now() - opening;

  const replies: number[] = [];
  const requests: number[] = [];
  let failures = 0;
  let sent = 0;
  const running: Promise<unknown>[] = [];
  const timed = async (run: () => Promise<boolean>, times: number[]) => {
    const start = performance.now();
    if (await run().catch(() => false)) times.push(performance.now() - start);
    else failures += 1;
  };
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    const due = Math.floor(((performance.now() - start) / 1000) * requestsPerSecond);
    for (; sent < due; sent += 1) {
      running.push(timed(() => request(url, journey, sent), requests));
      if (sent % (requestsPerSecond / messagesPerSecond) !== 0) continue;
      const visitor = visitors[(sent * 7) % visitors.length];
      if (visitor?.idle === true) running.push(timed(() => visitor.ask(), replies));
    }
    await new Promise((done) => setTimeout(done, 1));
  }
  await Promise.all(running);

  const stillOpen = visitors.filter((visitor) => visitor.isOpen).length;
  console.log(`opened ${sockets} sockets in ${Math.round(openedMs)} ms; open at the end: ${stillOpen}`);
  console.log(
    `requests        ${describe(requests)}, ${(requests.length / seconds).toFixed(0)}/s, failed: ${failures}`,
  );
  console.log(`chat answers    ${describe(replies)}, target p99 < ${targetMs} ms`);
  child.kill();
  for (const visitor of visitors) visitor.leave();
  const met = quantile(replies, 0.99) < targetMs && stillOpen === sockets && failures === 0;
  process.exitCode = met && requests.length >= requestsPerSecond * seconds * 0.98 ? 0 : 1;
}

type Visitor = { idle: boolean; isOpen: boolean; ask(): Promise<boolean>; leave(): void };

/** Resolves once the agent has greeted. */
function openVisitor(address: string): Promise<Visitor> {
  const socket = new WebSocket(address);
  let onReply: () => void = () => {};
  socket.on('message', (data) => {
    if (data.toString().startsWith('{"type":"message"')) onReply();
  });
  const visitor: Visitor = {
    idle: true,
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    async ask() {
      visitor.idle = false;
      const replied = new Promise<void>((done) => {
        onReply = done;
      });
      socket.send('{"type":"message","content":"What does it cost?"}');
      await replied;
      visitor.idle = true;
      return true;
    },
    leave: () => socket.terminate(),
  };
  return new Promise((done, fail) => {
    onReply = () => done(visitor);
    socket.on('error', fail);
  });
}

/** A new lead that is enrolled, then looked up: half of the requests write. */
async function request(url: string, journey: string, number: number): Promise<boolean> {
  const phone = `1415${String(2_000_000 + Math.floor(number / 2))}`;
  const headers = { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' };
  const body = JSON.stringify({ workflow_id: journey, record: { phone, first_name: 'Ada' } });
  const response =
    number % 2 === 0
      ? await fetch(`${url}/v1/lead/sendtoworkflow`, { method: 'PATCH', headers, body })
      : await fetch(`${url}/v1/lead/get?phone=14152000000`, { headers });
  await response.arrayBuffer();
  return response.ok;
}

function describe(times: number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => quantile(times, part).toFixed(1));
  return `${times.length}, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${quantile(times, 1).toFixed(1)} ms`;
}

function quantile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY;
}
