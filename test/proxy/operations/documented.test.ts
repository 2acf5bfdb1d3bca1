import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/operations.md', 'utf8');
const sources = globSync(['src/proxy/**/*.ts', 'src/cli/serve.ts']).map((file) => readFileSync(file, 'utf8'));

/** Every text that matches, in any source of the proxy and its command. */
function findAll(pattern: RegExp): string[] {
  return [...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name)))];
}

it('docs/operations.md names every event of the log', () => {
  const logged = /(?:\blog\??\.(?:debug\?\.|debug|info|warn|error)|\bwarnOnce)\(\s*'([a-z-]+)'/g;
  // What `repeat` logs when a job fails.
  const ofJobs = /\bfailedEvent(?::| =) '([a-z-]+)'/g;
  const events = [...findAll(logged), ...findAll(ofJobs)];
  expect(events).toEqual(expect.arrayContaining(['lead-accepted', 'started', 'ratings-not-written']));
  expect(events.filter((event) => !page.includes(`\`${event}\``))).toEqual([]);
});

it('docs/operations.md explains every metric', () => {
  const metrics = findAll(/\b(?:counter|gauge|histogram)\(\s*'([a-z_]+)'/g);
  expect(metrics).toContain('leads_accepted_total');
  expect(metrics.filter((metric) => !new RegExp(`\`leadchat_${metric}[\`{]`).test(page))).toEqual([]);
});
