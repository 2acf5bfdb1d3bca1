import { connect } from 'node:net';

/** Sends bytes as they are, and returns all that comes back until the connection ends. */
export function rawRequest(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => {
      answer += data;
    });
    // A reset is one of the ways in which a connection ends.
    socket.on('error', () => {});
    socket.on('close', () => done(answer));
  });
}
