import { connect } from 'node:net';

/** Sends raw bytes, and returns everything that arrives until the connection ends. */
export function rawRequest(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((done) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => {
      response += data;
    });
    // A connection may also end with a reset.
    socket.on('error', () => {});
    socket.on('close', () => done(response));
  });
}
