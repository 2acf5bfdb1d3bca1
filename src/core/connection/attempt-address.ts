import { attempt } from '../../options/index.ts';
import { socketUrl } from '../../protocol/service/socket-address.ts';
import { WebUrl } from '../../protocol/web-url.ts';
import type { ConnectionPath, ConnectionTarget } from './connection.ts';

/** Returns the address for each attempt. A path that throws or is invalid must not end the attempts, and must not lead to another session. */
export function createAttemptAddress(wssUrl: string, target: ConnectionTarget) {
  let lastAddress: string | undefined;
  return {
    /** The next address; undefined if no host of its session is valid. If the path throws, the last address. */
    next(): string | undefined {
      const path = attempt(() => target.path());
      if (path !== undefined) {
        lastAddress = buildAddress(path.wssUrl ?? wssUrl, path) ?? buildAddress(wssUrl, path);
      }
      return lastAddress;
    },
  };
}

function buildAddress(wssUrl: string, path: ConnectionPath): string | undefined {
  return attempt(() => {
    const address = socketUrl(wssUrl, path);
    return /^wss?:$/.test(new WebUrl(address).protocol) ? address : undefined;
  });
}
