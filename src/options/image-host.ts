import { WebUrl } from '../protocol/web-url.ts';
import { hasCredentials, isPlainHost } from './address.ts';

/** Only this machine can be asked without encryption, for pages under development. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** The name of a host as addresses contain it: `Bücher.example` is `xn--bcher-kva.example`. Undefined if it is none. */
function hostName(text: string): string | undefined {
  if (!/^[^\s/\\?#@]+$/.test(text) || !WebUrl.canParse(`https://${text}`)) return undefined;
  const { host } = new WebUrl(`https://${text}`);
  return isPlainHost(host) ? host : undefined;
}

/** Whether a text is a host, with its port if it has one: `pictures.example.com`, `localhost:4000`. */
export function isHost(text: string): boolean {
  return hostName(text) !== undefined;
}

/** The address of a picture that an agent's message may show; undefined if it is not from one of these hosts. */
export function imageAddress(address: string, hosts: readonly string[]): string | undefined {
  if (!WebUrl.canParse(address)) return undefined;
  const url = new WebUrl(address);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.host));
  if (!isSafe || hasCredentials(url)) return undefined;
  return hosts.some((host) => hostName(host) === url.host) ? url.href : undefined;
}
