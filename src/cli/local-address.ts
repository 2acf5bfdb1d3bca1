/** The address that local servers listen on unless `--host` says otherwise. */
export const loopback = '127.0.0.1';

/** The address of a server that listens on `host`. People know the loopback and wildcard addresses as `localhost`. */
export function addressOf(host: string, port: number): string {
  if ([loopback, '::1', '0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
