import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns a command line that runs a command in a separate network and process namespace: no request leaves this
 * machine, no process stays behind, and the network can be switched off for a browser without an offline mode. Undefined
 * if the system does not allow namespaces.
 */
export function inSeparateNetwork(command: string, args: string[]): [string, string[]] | undefined {
  const root = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const options = [...root, '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  try {
    execFileSync('unshare', [...options, 'ip', 'link', 'show'], { stdio: 'ignore' });
    return ['unshare', [...options, command, ...args]];
  } catch {
    return undefined;
  }
}

/** Sets up the network inside of `inSeparateNetwork`, and returns a function that switches it on and off. */
export async function startNetwork(): Promise<(online: boolean) => Promise<void>> {
  await run('ip', ['link', 'set', 'lo', 'up']);
  let isOnline = false;
  const setOnline = async (online: boolean) => {
    if (online === isOnline) return;
    isOnline = online;
    // Without a default route, browsers report that they are offline. Servers on this machine stay reachable.
    await run('ip', ['route', online ? 'add' : 'del', 'default', 'dev', 'lo']);
  };
  await setOnline(true);
  return setOnline;
}

/** Adds a network interface without a connection: with only the loopback interface, Chromium considers a machine offline. */
export async function addInterface(): Promise<void> {
  await run('ip', ['link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'lan1']);
  await run('ip', ['address', 'add', '192.0.2.2/24', 'dev', 'lan0']);
  for (const name of ['lan0', 'lan1']) await run('ip', ['link', 'set', name, 'up']);
}
