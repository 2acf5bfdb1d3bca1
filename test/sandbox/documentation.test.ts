import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAgentScript, simulatedNumbers } from '../../src/sandbox/index.ts';

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
