import { type Address, createRangeCheck, readAddress, wordsOf } from './address.ts';

/** Ranges that are not reachable from the internet, from the IANA special-purpose registries. */
const isSpecial = createRangeCheck([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16', 'fc00::/7'],
  ...['fe80::/10', 'fec0::/10', 'ff00::/8'],
]);

const isLoopback = createRangeCheck(['127.0.0.0/8', '::1']);

/** IPv6 ranges whose addresses contain the IPv4 address of the real target, and the index of its first word. */
const embeddings = [
  { contains: createRangeCheck(['64:ff9b::/96']), index: 6 },
  { contains: createRangeCheck(['2002::/16']), index: 1 },
];

/** Whether an IP address belongs to the public internet. False for a text that is not an address. */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text);
  return address !== undefined && isPublic(address);
}

/** Whether the host of a URL names this machine: `localhost`, or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  const address = readAddress(withoutBrackets(host));
  return host === 'localhost' || (address !== undefined && isLoopback(address));
}

/** Whether the host of a URL is an address, and neither public nor loopback. */
export function isPrivateLiteral(host: string): boolean {
  const text = withoutBrackets(host);
  return readAddress(text) !== undefined && !isPublicAddress(text) && !isLoopbackHost(host);
}

function isPublic(address: Address): boolean {
  if (isSpecial(address)) return false;
  const embedding = embeddings.find(({ contains }) => contains(address));
  if (embedding === undefined) return true;
  const words = wordsOf(address).slice(embedding.index, embedding.index + 2);
  return isPublicAddress(words.flatMap((word) => [word >> 8, word & 0xff]).join('.'));
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
