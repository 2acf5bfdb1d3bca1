import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * `npm run start:check`: starts the demo like a person, in the shell of this system, and requests its pages. It uses no
 * browser, so it runs wherever Node does.
 */
const isWindows = process.platform === 'win32';
const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0'], {
  // On Windows npm is a batch file.
  shell: isWindows,
  detached: !isWindows,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exit = once(child, 'exit');
try {
  const ended = exit.then(([code]) => Promise.reject(new Error(`npm start exited with ${code}`)));
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const addresses: Record<string, string> = JSON.parse(line);
  for (const [name, address] of Object.entries({ ...addresses, script: `${addresses.proxy}/leadchat.js` })) {
    const { status } = await fetch(address);
    if (status !== (name === 'proxy' ? 404 : 200)) throw new Error(`${name}, ${address}, responds with ${status}`);
    console.log(`ok   ${name.padEnd(8)}${address}`);
  }
  ended.catch(() => undefined);
} finally {
  stop();
}
const [code, signal] = await exit;
// Windows has no signals, so the processes are killed there.
if (!isWindows && code !== 0) throw new Error(`npm start ended with ${code ?? signal} after SIGTERM`);
console.log('ok   stopped');

function stop(): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else process.kill(-child.pid, 'SIGTERM');
}
