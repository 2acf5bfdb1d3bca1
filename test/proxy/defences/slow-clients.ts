import { connect } from 'node:net';

/** The slow clients of `startSlowClients`. Reports the open and the closed connections to the parent process. */
const [, , port = '', count = ''] = process.argv;
let connected = 0;
let cuts = 0;

function start(index: number): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.1.${1 + (index % 40)}` });
  let isConnected = false;
  socket.on('error', () => {}); // `close` follows
  socket.resume();
  socket.once('connect', () => {
    isConnected = true;
    connected++;
    socket.write('POST /leads HTTP/1.1\r\nHost: proxy\r\nContent-Type: application/json\r\nContent-Length: 500\r\n');
    socket.write(`Idempotency-Key: ${crypto.randomUUID()}\r\n\r\n{`);
  });
  const drip = setInterval(() => socket.write(' '), 200);
  socket.once('close', () => {
    clearInterval(drip);
    if (isConnected) connected--;
    cuts++;
    setImmediate(start, index);
  });
}

for (let index = 0; index < Number(count); index++) start(index);
setInterval(() => process.send?.({ connected, cuts }), 100);
process.once('disconnect', () => process.exit());
