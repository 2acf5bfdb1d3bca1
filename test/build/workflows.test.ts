import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const workflows = globSync('.github/workflows/*.yml').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

describe('the workflows', () => {
  it('pin every action by a full commit hash, with its version beside it', () => {
    const uses = workflows.flatMap(({ text }) => text.match(/uses:.*/g) ?? []);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it.each(workflows)('$file may only read, except in jobs that say so', ({ text }) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text).not.toMatch(/write-all|pull_request_target/);
  });

  it('run only scripts of package.json', () => {
    const scripts = Object.keys(manifest.scripts);
    const lists = workflows.flatMap(({ text }) => /script: \[(.*)\]/.exec(text)?.[1]?.split(',') ?? []);
    const called = [
      ...workflows.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)),
      ...lists.map((name) => name.trim().replaceAll("'", '')),
    ];
    expect(called.length).toBeGreaterThan(4);
    expect(called.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

describe('the npm scripts', () => {
  // npm runs them in cmd on Windows. There, exec.cmd stands in for the shell's `exec`.
  it.each(Object.entries(manifest.scripts))('%s needs no POSIX shell', (_, script) => {
    const commands = script.split(' && ').map((command) => command.replace(/^exec (?=node )/, ''));
    for (const command of commands) expect(command).toMatch(/^(?:node|npm run|[a-z]+)(?: [\w:./=-]+)*$/);
  });
});
