import net from 'node:net';
import tls from 'node:tls';
import { isPrivateLiteral } from '../http/public-address.ts';
import { WebhookError } from '../webhooks/post-webhook.ts';
import { createCheckedLookup, type WebhookPosterOptions } from './webhook-poster.ts';

const timeoutMs = 10_000;

/** Opens the connection that a webhook would use, checks the certificate, and closes it. */
export function createConnectionProbe(options: WebhookPosterOptions): (url: string) => Promise<void> {
  const lookup = createCheckedLookup(options);
  return (url) => {
    const { protocol, hostname, port } = new URL(url);
    if (!options.allowPrivate && isPrivateLiteral(hostname)) return Promise.reject(new WebhookError());
    const host = hostname.replace(/^\[|\]$/g, '');
    const isEncrypted = protocol === 'https:';
    return new Promise((resolve, reject) => {
      const target = { host, port: Number(port) || (isEncrypted ? 443 : 80), lookup };
      // TLS allows no IP address as server name.
      const socket = isEncrypted
        ? tls.connect({ ...target, ...(net.isIP(host) === 0 && { servername: host }) })
        : net.connect(target);
      const settle = (end: () => void) => {
        socket.destroy();
        end();
      };
      socket.setTimeout(timeoutMs, () => settle(() => reject(timeoutError())));
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => settle(resolve));
      socket.once('error', (error) => settle(() => reject(error)));
    });
  };
}

function timeoutError(): Error {
  return Object.assign(new Error('no connection'), { name: 'TimeoutError' });
}
