import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { atLeast, atMost, below, type Measured, type MeasureOptions, type Section } from './report.ts';
import { quantile, Samples } from './samples.ts';

/** Open sockets and a stream of requests against a sandbox in a separate process, while the agent replies in chats. */
export const sandbox: Section = {
  name: 'sandbox',
  title: 'Sandbox',
  measure,
};

const socketCount = 2000;
const requestsPerSecond = 200;
const messagesPerSecond = 100;

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const seconds = isQuick ? 5 : 20;
  const child = fork(join(import.meta.dirname, 'sandbox-process.ts'));
  const [{ url, flow, journey }] = await once(child, 'message');
  const visitors: Visitor[] = [];
  try {
    const opening = performance.now();
    const address = `${url.replace('http', 'ws')}/webchat/flow/${flow}/session/null/r/false`;
    for (let open = 0; open < socketCount; open += 50) {
      visitors.push(...(await Promise.all(Array.from({ length: 50 }, () => openVisitor(address)))));
    }
    const openedMs = performance.now() - opening;
    const { replies, requests, failureCount } = await run({ url, journey, visitors, seconds });
    const openCount = visitors.filter((visitor) => visitor.isOpen).length;

    const samples = new Samples();
    const lists = { 'message → reply of the agent': replies, 'request → response': requests };
    for (const [subject, list] of Object.entries(lists)) {
      samples.add(subject, 'per second', list.length / seconds);
      for (const [column, share] of [['p50', 0.5] as const, ['p99', 0.99] as const, ['max', 1] as const]) {
        samples.add(subject, column, quantile(list, share));
      }
    }
    const milliseconds = ['p50', 'p99', 'max'].map((name) => ({ name, unit: 'ms' }));
    return {
      method: `${socketCount.toLocaleString('en')} open sockets, ${requestsPerSecond} requests and ${messagesPerSecond} chat messages a second for ${seconds} s; half of the requests write. The sockets opened in ${Math.round(openedMs)} ms.`,
      tables: [samples.toTable('Response times', [{ name: 'per second', unit: '' }, ...milliseconds])],
      goals: [
        below(50, 'chat replies: p99', quantile(replies, 0.99), 'ms'),
        atLeast(socketCount, 'sockets open at the end', openCount, ''),
        atMost(0, 'failed requests and messages', failureCount, ''),
        atLeast(requestsPerSecond * 0.98, 'requests a second', requests.length / seconds, ''),
      ],
    };
  } finally {
    for (const visitor of visitors) visitor.leave();
    child.kill();
  }
}

type Load = { url: string; journey: string; visitors: readonly Visitor[]; seconds: number };

/** Sends requests and messages at a constant rate; returns the times of all responses and replies. */
async function run({ url, journey, visitors, seconds }: Load) {
  const replies: number[] = [];
  const requests: number[] = [];
  let failureCount = 0;
  let sentCount = 0;
  const running: Promise<unknown>[] = [];
  const timed = async (send: () => Promise<boolean>, times: number[]) => {
    const start = performance.now();
    if (await send().catch(() => false)) times.push(performance.now() - start);
    else failureCount += 1;
  };
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    const dueCount = Math.floor(((performance.now() - start) / 1000) * requestsPerSecond);
    for (; sentCount < dueCount; sentCount += 1) {
      const number = sentCount;
      running.push(timed(() => request(url, journey, number), requests));
      if (number % (requestsPerSecond / messagesPerSecond) !== 0) continue;
      const visitor = visitors[(number * 7) % visitors.length];
      if (visitor?.isIdle === true) running.push(timed(() => visitor.ask(), replies));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(running);
  return { replies, requests, failureCount };
}

type Visitor = { isIdle: boolean; isOpen: boolean; ask(): Promise<boolean>; leave(): void };

/** Resolves once the agent has greeted. */
function openVisitor(address: string): Promise<Visitor> {
  const socket = new WebSocket(address);
  let onReply: () => void = () => {};
  socket.on('message', (data) => {
    if (data.toString().startsWith('{"type":"message"')) onReply();
  });
  const visitor: Visitor = {
    isIdle: true,
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    async ask() {
      visitor.isIdle = false;
      const replied = new Promise<void>((resolve) => {
        onReply = resolve;
      });
      socket.send('{"type":"message","content":"What does it cost?"}');
      await replied;
      visitor.isIdle = true;
      return true;
    },
    leave: () => socket.terminate(),
  };
  return new Promise((resolve, reject) => {
    onReply = () => resolve(visitor);
    socket.on('error', reject);
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
