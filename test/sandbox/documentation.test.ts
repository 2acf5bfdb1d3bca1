import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAgentScript, simulatedNumbers } from '../../src/sandbox/index.ts';
import { startSandbox } from './support/harness.ts';

const page = readFileSync('docs/sandbox.md', 'utf8');

describe('docs/sandbox.md', () => {
  it('shows a script that the sandbox accepts', () => {
    const json = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(parseAgentScript(json)).toMatchObject({ ok: true });
  });

  it('lists every simulated number', () => {
    for (const { phone, description } of simulatedNumbers) expect(page).toContain(`| ${phone} | ${description} |`);
  });
});

// The drill of an alert named a route that the sandbox does not have, so its alert never fired.
describe('the faults that docs show', () => {
  const shown = globSync('docs/*.md').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\{"route":"[^}]*\}/g)].map(([fault]) => ({ file, fault })),
  );

  it('are found', () => expect(shown.length).toBeGreaterThanOrEqual(5));

  it.each(shown)('are accepted by the sandbox: $file, $fault', async ({ fault }) => {
    const api = await startSandbox();
    expect(await api.request('POST', '/sandbox/faults', JSON.parse(fault))).toMatchObject({ status: 200 });
  });
});
