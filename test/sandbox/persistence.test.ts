import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { startSandbox } from './support/harness.ts';
import { Visitor } from './support/visitor.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-sandbox-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const phone = '14155552671';

describe('a data file', () => {
  it('keeps everything across a restart', async () => {
    const dataFile = join(folder, 'sandbox.db');
    const before = await startSandbox({ dataFile });
    const lead_id = await before.lead({ phone, first_name: 'Ada', plan: 'pro' });
    await before.rest('PATCH', '/lead/tag', { lead_id, tag: 'website' });
    await before.rest('POST', '/lead/sendtoworkflow', { workflow_id: before.journey, lead_id });
    await before.rest('POST', '/agent', { agent: before.sandbox.ids.agent, phone });
    const { calls, ...state } = await before.state();
    await before.sandbox.stop();

    const after = await startSandbox({ dataFile });
    expect(await after.state()).toMatchObject(state);
    expect((await after.state()).calls).toMatchObject([{ call_id: calls[0].call_id, to: phone }]);
  });

  it('continues a conversation after a restart, at the same point of the script', async () => {
    const dataFile = join(folder, 'sandbox.db');
    const script = {
      name: 'Nora',
      greeting: { known: 'Hi {first_name}!', unknown: 'Hi!' },
      questions: ['When?', 'Where?'],
      otherwise: ['Noted.'],
    };
    const before = await startSandbox({ dataFile, script });
    const session = await before.session({ phone, first_name: 'Ada' });
    const visitor = new Visitor(before.socketAddress(session, false));
    await visitor.receives(1);
    visitor.sendMessage('Hello');
    await visitor.receives(2);
    await before.sandbox.stop();
    expect(await visitor.closed).toMatchObject({ code: 1001 });

    const after = await startSandbox({ dataFile, script });
    const again = new Visitor(after.socketAddress(session, true));
    await again.receives(2);
    again.sendMessage('Tomorrow');
    expect(await again.receives(3)).toBe('Where?');
    expect((await after.state()).conversations[0].messages).toHaveLength(5);
  });

  it('keeps every confirmed write when the process is killed', async () => {
    const dataFile = join(folder, 'sandbox.db');
    const module = new URL('../../src/sandbox/index.ts', import.meta.url).href;
    const program = `const { createSandbox } = await import(${JSON.stringify(module)});
      console.log((await createSandbox({ dataFile: ${JSON.stringify(dataFile)} })).url);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = await once(createInterface(child.stdout), 'line');
    const response = await fetch(`${url}/v1/lead/create`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' },
      body: JSON.stringify({ record: { phone } }),
    });
    expect(response.status).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect((await (await startSandbox({ dataFile })).state()).leads).toMatchObject([{ phone }]);
  });

  it('is named in the error when it cannot be used, and is not changed', async () => {
    const letter = join(folder, 'letter.txt');
    await writeFile(
      letter,
      'Dear Ada, this is no database, but it is long enough to be read as the head of one. '.repeat(20),
    );
    const text = await readFile(letter, 'utf8');
    await expect(createSandbox({ dataFile: letter })).rejects.toThrow(/letter\.txt.*cannot be used/);
    expect(await readFile(letter, 'utf8')).toBe(text);
    await expect(createSandbox({ dataFile: join(folder, 'none', 'x.db') })).rejects.toThrow(/x\.db.*cannot be used/);
  });
});
