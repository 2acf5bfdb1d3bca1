import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'playwright/test';

test('npm start -- --json prints the three addresses once all of them answer, and ends with 0 on SIGTERM', async () => {
  test.setTimeout(90_000);
  const child = spawn('npm', ['start', '--silent', '--', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  try {
    const line = await new Promise<string>((done, fail) => {
      createInterface(child.stdout).once('line', done);
      ended.then((code) => fail(new Error(`npm start ended with ${code}`)), fail);
    });
    const addresses = JSON.parse(line);
    expect(Object.keys(addresses)).toEqual(['site', 'proxy', 'sandbox']);
    expect(await (await fetch(addresses.site)).text()).toContain(`${addresses.proxy}/leadchat.js`);
    expect((await fetch(`${addresses.proxy}/leadchat.js`)).status).toBe(200);
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
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  }
  expect(await ended).toBe(0);
});
