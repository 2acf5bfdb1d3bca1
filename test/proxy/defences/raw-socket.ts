import { connect } from 'node:net';

export type RawResponse = {
  /** Undefined when the connection was closed without a response. */
  status: number | undefined;
  text: string;
  ms: number;
};

/** Sends raw bytes, and waits until the server has responded and closed, or `waitMs` have passed. */
export function sendRaw(port: number, chunks: readonly (string | Buffer)[], waitMs = 20_000): Promise<RawResponse> {
  return new Promise((done) => {
    const started = performance.now();
    let text = '';
    const socket = connect(port, '127.0.0.1');
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      done({ status: status === undefined ? undefined : Number(status), text, ms: performance.now() - started });
    };
    const timer = setTimeout(finish, waitMs);
    socket.setNoDelay(true);
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.once('close', finish);
    socket.once('error', finish);
    socket.once('connect', () => {
      for (const chunk of chunks) socket.write(chunk);
    });
  });
}
