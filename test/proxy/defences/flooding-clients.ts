import { connect } from 'node:net';

/**
 * The clients of `startFlood`: one address repeats `POST /leads` over connections that it keeps open, as fast as each is
 * answered. Reports the open connections and the responses to the parent process.
 */
const [, , port = '', count = '', path = '/leads'] = process.argv;
let connected = 0;
let responses = 0;
const body = JSON.stringify({ form: 'default', fields: { phone: '+14152019999' } });

function start(): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.2.1' });
  let isConnected = false;
  const send = () =>
    socket.write(
      path === '/leads'
        ? `POST /leads HTTP/1.1\r\nHost: proxy\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${crypto.randomUUID()}\r\n\r\n${body}`
        : `GET ${path} HTTP/1.1\r\nHost: proxy\r\n\r\n`,
    );
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => {}); // `close` follows
  socket.once('connect', () => {
    isConnected = true;
    connected++;
    send();
  });
  socket.on('data', (text) => {
    if (!String(text).startsWith('HTTP/1.1 ')) return;
    responses++;
    send();
  });
  socket.once('close', () => {
    if (isConnected) connected--;
    setImmediate(start);
  });
}

for (let index = 0; index < Number(count); index++) start();
setInterval(() => process.send?.({ connected, responses }), 50);
process.once('disconnect', () => process.exit());
