import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What limits the memory of the process: options of Node and variables of the allocator. */
function memoryLimitsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/--max-[\w-]+-size=\d+|MALLOC_\w+=\d+/g)].map(([limit]) => limit).sort();
}

it('the container and the system service limit the memory of the proxy alike', () => {
  const limits = memoryLimitsOf('deploy/leadchat.service');
  expect(limits).toHaveLength(5);
  expect(memoryLimitsOf('deploy/Containerfile')).toEqual(limits);
});

// A person who restored a backup started the proxy as root, on all addresses.
it('the documented restore starts the service as always, with its one option', () => {
  const restore = readFileSync('docs/operations.md', 'utf8').split('## Restore')[1]?.split('\n## ')[0] ?? '';
  const commands = [...restore.matchAll(/^ *```sh\n([\s\S]*?)```/gm)].map(([, text]) => text ?? '').join('\n');
  expect(commands).toContain('systemctl set-environment LEADCHAT_ONCE=--hold-pending');
  expect(readFileSync('deploy/leadchat.service', 'utf8')).toMatch(
    /^ExecStart=.* serve --host 127\.0\.0\.1 \$LEADCHAT_ONCE /m,
  );
  // Everything else runs in a container, whose port is published to this machine only.
  const byHand = commands.split('\n').filter((line) => line.includes('main.js') && !line.startsWith('     '));
  expect(byHand).toEqual([]);
});

it('the containers mount the folder of the configuration, not the file', () => {
  for (const file of ['deploy/compose.yaml', 'docs/deploy.md']) {
    expect(readFileSync(file, 'utf8')).not.toMatch(/leadchat\.config\.json:\/etc/);
    expect(readFileSync(file, 'utf8')).toMatch(/config:\/etc\/leadchat:ro/);
  }
});
