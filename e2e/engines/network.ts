import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A command line that runs another one in a network and with processes of its own: nothing leaves this machine, nothing
 * is left behind, and the network can be switched off for a browser that has no switch. Undefined where the system does
 * not allow it.
 */
export function inOwnNetwork(command: string, args: string[]): [string, string[]] | undefined {
  const root = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const own = [...root, '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  try {
    execFileSync('unshare', [...own, 'ip', 'link', 'show'], { stdio: 'ignore' });
    return ['unshare', [...own, command, ...args]];
  } catch {
    return undefined;
  }
}

/** Sets up the network that `inOwnNetwork` begins with, and returns its switch. */
export async function startNetwork(): Promise<(online: boolean) => Promise<void>> {
  await run('ip', ['link', 'set', 'lo', 'up']);
  let isOnline = false;
  const setOnline = async (online: boolean) => {
    if (online === isOnline) return;
    isOnline = online;
    // Browsers take a machine without a default route for one that is offline. What is on this machine stays reachable.
    await run('ip', ['route', online ? 'add' : 'del', 'default', 'dev', 'lo']);
  };
  await setOnline(true);
  return setOnline;
}
