import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'playwright/test';

type Demo = { addresses: { site: string; proxy: string; sandbox: string }; stop(): Promise<number | null> };

/** `npm start` on free ports, once it has printed its addresses. */
async function startDemo(): Promise<Demo> {
  const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    exit.then((code) => reject(new Error(`npm start exited with ${code}`)), reject);
  });
  return {
    addresses: JSON.parse(line),
    stop() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      return exit;
    },
  };
}

test('npm start -- --json prints the three addresses once all of them respond, and exits with 0 on SIGTERM', async () => {
  test.setTimeout(90_000);
  const { addresses, stop } = await startDemo();
  let code: number | null = null;
  try {
    expect(Object.keys(addresses)).toEqual(['site', 'proxy', 'sandbox']);
    expect(await (await fetch(addresses.site)).text()).toContain(`${addresses.proxy}/leadchat.js`);
    expect((await fetch(`${addresses.proxy}/leadchat.js`)).status).toBe(200);
    // What the agent shows, and no page names.
    expect((await fetch(`${addresses.site}/practice.svg`)).headers.get('content-type')).toBe('image/svg+xml');
    const lead = await fetch(`${addresses.proxy}/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ form: 'default', fields: { phone: '(415) 555-2671' } }),
    });
    expect(lead.status).toBe(202);
    await expect
      .poll(async () => (await (await fetch(`${addresses.sandbox}/sandbox/state`)).json()).enrolments.length)
      .toBe(1);
  } finally {
    code = await stop();
  }
  expect(code).toBe(0);
});

test('a proxy keeps serving the whole widget while npm run build replaces its files', async () => {
  test.setTimeout(180_000);
  const { addresses, stop } = await startDemo();
  try {
    const names = new Set<string>();
    const failures: string[] = [];
    let isBuilding = true;
    // The widget's files are all that it serves of a build: not the server, which takes most of the time.
    const building = promisify(execFile)('npm', ['run', 'build', '--', '--browser']).finally(() => {
      isBuilding = false;
    });
    do {
      const script = await fetch(`${addresses.proxy}/leadchat.js`);
      const [panel] = /assets\/panel-[\w-]+\.js/.exec(await script.text()) ?? [];
      if (script.status !== 200 || panel === undefined) failures.push(`leadchat.js: ${script.status}, panel ${panel}`);
      for (const name of [panel ?? '', 'panel.js', 'integrity.json']) {
        const response = await fetch(`${addresses.proxy}/${name}`);
        const body = await response.text();
        if (response.status !== 200 || body === '') failures.push(`${name}: ${response.status}`);
        names.add(name);
      }
    } while (isBuilding);
    await building;
    expect(failures).toEqual([]);
    expect(names.size).toBeGreaterThanOrEqual(3);
  } finally {
    await stop();
  }
});
