import { resolve } from 'node:path';

/** Describes a store to people: the absolute path of its file, or its database without user and password. */
export function describeStore(address: string): string {
  if (address.startsWith('sqlite:')) return resolve(address.slice('sqlite:'.length));
  const url = URL.parse(address);
  return url === null ? 'the database' : `the database ${url.pathname.slice(1)} at ${url.host}`;
}
