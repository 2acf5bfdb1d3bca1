import { socketUrl } from '../../protocol/index.ts';
import type { ConnectionPath, ConnectionTarget } from './connection.ts';

/** Returns the address for each attempt. A path that throws or is invalid must not end the attempts. */
export function createAttemptAddress(wssUrl: string, target: ConnectionTarget) {
  let lastAddress: string | undefined;

  function readPath(): ConnectionPath | undefined {
    try {
      return target.path();
    } catch {
      return undefined;
    }
  }

  return {
    /** The next address. If it is invalid, the last valid one; undefined if there was none. */
    next(): string | undefined {
      const path = readPath();
      lastAddress = (path && buildAddress(wssUrl, path)) ?? lastAddress;
      return lastAddress;
    },
    /** Whether the next attempt resumes a session. */
    isResuming: () => readPath()?.reconnect === true,
  };
}

function buildAddress(wssUrl: string, path: ConnectionPath): string | undefined {
  try {
    const address = socketUrl(path.wssUrl ?? wssUrl, path);
    return /^wss?:$/.test(new URL(address).protocol) ? address : undefined;
  } catch {
    return undefined;
  }
}
