import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction } from 'node:net';
import tls from 'node:tls';
import { isLoopbackHost, isPrivateLiteral, isPublicAddress } from '../http/public-address.ts';
import { type PostWebhook, WebhookError, type WebhookResponse } from '../webhooks/post-webhook.ts';

/** `dns.lookup` for all addresses of a name. */
export type LookupAll = (
  host: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

export type WebhookPosterOptions = {
  /** Connects to private addresses too. */
  allowPrivate: boolean;
  /** Resolves names. @default Node's */
  lookup?: LookupAll;
};

/**
 * Posts over a new connection each time. The connection's own lookup checks the addresses, so a name cannot pass the
 * check and then resolve to another address.
 */
export function createWebhookPoster({ allowPrivate, lookup = dns.lookup }: WebhookPosterOptions): PostWebhook {
  const checkedLookup = createCheckedLookup({ allowPrivate, lookup });

  return ({ url, headers, body }, signal) => {
    const { protocol, hostname } = new URL(url);
    // An address needs no lookup.
    if (!allowPrivate && isPrivateLiteral(hostname)) return Promise.reject(new WebhookError());
    const { request } = protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const sending = request(
        url,
        { method: 'POST', headers, agent: false, lookup: checkedLookup, signal },
        (response) => {
          resolve(readResponse(response));
          // Only the status and the headers count; the body is not read.
          response.on('error', () => {});
          response.destroy();
        },
      );
      sending.on('error', reject);
      // All that comes of a switch to another protocol (101).
      sending.on('close', () => reject(new Error('the connection was closed without a response')));
      sending.end(body);
    });
  };
}

/** A lookup that fails with a WebhookError for a name with a private address. */
function createCheckedLookup({ allowPrivate, lookup = dns.lookup }: WebhookPosterOptions): LookupFunction {
  const isAllowed = (address: string, host: string) =>
    allowPrivate || isPublicAddress(address) || (host === 'localhost' && isLoopbackHost(address));
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error !== null || first === undefined) callback(error ?? new Error('the name has no address'), '', 0);
      else if (!addresses.every(({ address }) => isAllowed(address, host))) callback(new WebhookError(), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function readResponse({ statusCode = 0, headers }: http.IncomingMessage): WebhookResponse {
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return { status: statusCode };
  const retryAfterMs = /^\d+(?:\.\d+)?$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now();
  return retryAfterMs > 0 ? { status: statusCode, retryAfterMs } : { status: statusCode };
}

const probeTimeoutMs = 10_000;

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
      socket.setTimeout(probeTimeoutMs, () => settle(() => reject(timeoutError())));
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => settle(resolve));
      socket.once('error', (error) => settle(() => reject(error)));
    });
  };
}

function timeoutError(): Error {
  return Object.assign(new Error('no connection'), { name: 'TimeoutError' });
}
