/** The parts of a `POST /leads`, as bytes on a socket. */
export const body = JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } });
export const json = 'Content-Type: application/json\r\n';
export const key = () => `Idempotency-Key: ${crypto.randomUUID()}\r\n`;
export const head = (lines: string, path = '/leads', method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: proxy\r\nConnection: close\r\n${lines}\r\n`;
export const length = (bytes: number | string) => `Content-Length: ${bytes}\r\n`;
