import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'playwright/test';
import { replaceFiles } from '../build/replace-files.ts';
import { copyProject } from './support/installation.ts';
import { servedTest as test } from './support/served-test.ts';

type Demo = { addresses: { site: string; proxy: string; sandbox: string }; stop(): Promise<number | null> };

/** `npm start` in a folder on free ports, once it has built the widget and printed its addresses. */
async function startDemo(folder: string): Promise<Demo> {
  const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0'], {
    cwd: folder,
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

test('npm start prints three addresses that respond, serves the whole widget while a build replaces its files, and exits with 0 on SIGTERM', async () => {
  const project = await copyProject();
  const { addresses, stop } = await startDemo(project.folder);
  let code: number | null = null;
  try {
    expect(Object.keys(addresses)).toEqual(['site', 'proxy', 'sandbox']);
    expect(await (await fetch(addresses.site)).text()).toContain(`${addresses.proxy}/leadchat.js`);
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
    expect(await requestDuring(addresses.proxy, () => replaceBuild(join(project.folder, 'dist')))).toEqual([]);
  } finally {
    code = await stop();
    await project.remove();
  }
  expect(code).toBe(0);
});

/** Puts a build in place of the one that is there, as build/build.ts does, again and again. */
async function replaceBuild(dist: string): Promise<void> {
  const next = `${dist}-next`;
  for (let round = 0; round < 10; round++) {
    await cp(dist, next, { recursive: true });
    await replaceFiles(next, dist);
  }
}

/** Requests the script and what it loads first while something happens, and lists what was not served. */
async function requestDuring(proxy: string, happen: () => Promise<void>): Promise<string[]> {
  const failures: string[] = [];
  let isOver = false;
  const happening = happen().finally(() => {
    isOver = true;
  });
  do {
    const script = await fetch(`${proxy}/leadchat.js`);
    const [panel] = /assets\/panel-[\w-]+\.js/.exec(await script.text()) ?? [];
    if (script.status !== 200 || panel === undefined) failures.push(`leadchat.js: ${script.status}, panel ${panel}`);
    for (const name of [panel ?? '', 'panel.js', 'integrity.json']) {
      const response = await fetch(`${proxy}/${name}`);
      const body = await response.text();
      if (response.status !== 200 || body === '') failures.push(`${name}: ${response.status}`);
    }
  } while (!isOver);
  await happening;
  return failures;
}
