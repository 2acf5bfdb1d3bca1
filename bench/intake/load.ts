import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

export type Load = {
  /** Of each server; connections are spread over them. */
  ports: readonly number[];
  connections: number;
  /** The load ends after this time or this number of requests. */
  seconds?: number;
  requests?: number;
};

export type LoadResult = { requests: number; failed: number; perSecond: number; p50: number; p99: number };

let phones = 14_152_000_000;

/** Posts leads over parallel connections; each connection sends the next lead when a response arrives. */
export async function runLoad({
  ports,
  connections,
  seconds,
  requests = Number.POSITIVE_INFINITY,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  const started = performance.now();
  const end = seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000;
  let sent = 0;
  let failed = 0;
  const more = () => performance.now() < end && sent < requests && ++sent > 0;
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      talk(ports[index % ports.length] ?? 0, more, (ms, ok) => {
        times.push(ms);
        if (!ok) failed++;
      }),
    ),
  );
  const took = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { requests: times.length, failed, perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

/** One connection, written by hand: an HTTP client would use more CPU than the servers. */
function talk(port: number, more: () => boolean, done: (ms: number, ok: boolean) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = '';
    let sentAt = 0;
    const next = () => {
      if (!more()) {
        socket.end();
        return;
      }
      sentAt = performance.now();
      socket.write(request(++phones));
    };
    socket.on('connect', next);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      if (head < 0 || length === undefined || received.length < head + 4 + Number(length)) return;
      done(performance.now() - sentAt, received.startsWith('HTTP/1.1 202'));
      received = '';
      next();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** Each visitor has an address of their own. */
function addressOf(phone: number): string {
  const number = phone % 2 ** 24;
  return `11.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

/** A request body of about 500 bytes, as a form sends it. */
function request(phone: number): string {
  const body = JSON.stringify({
    form: 'default',
    fields: { phone: `+${phone}`, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    page: { url: 'https://www.example.com/products/engines?utm_source=news', title: 'Engines', referrer: '' },
    attribution: {
      first: {
        utm_source: 'news',
        utm_medium: 'email',
        utm_campaign: 'autumn',
        landing_page: 'https://www.example.com/',
      },
      last: {
        utm_source: 'news',
        utm_medium: 'email',
        utm_campaign: 'winter',
        landing_page: 'https://www.example.com/',
      },
    },
    elapsedMs: 5200,
    website: '',
  });
  const head = [
    'POST /leads HTTP/1.1',
    'host: 127.0.0.1',
    'origin: https://www.example.com',
    `x-forwarded-for: ${addressOf(phone)}`,
    'content-type: application/json',
    `idempotency-key: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
