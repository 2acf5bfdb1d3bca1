import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApi } from '../../build/openapi.ts';
import { operations } from '../../build/openapi-operations.ts';
import { createApp } from '../../src/proxy/app.ts';
import { createNodeDeps } from '../../src/proxy/server/node-deps.ts';
import { createLiveConfig } from '../../src/proxy/settings/live-config.ts';
import { FakeService } from '../proxy/support/fake-service.ts';
import { configOf } from '../proxy/support/harness.ts';
import { MemoryLog } from '../proxy/support/memory-log.ts';

let app: ReturnType<typeof createApp>;
let cleanup: () => Promise<void>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-openapi-'));
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}`, keepAssetsIn: false });
  const deps = await createNodeDeps(config, { client: new FakeService().client, log: new MemoryLog() });
  app = createApp(createLiveConfig(config), deps);
  cleanup = async () => {
    await deps.delivery.stop();
    await deps.store.close();
    await deps.release?.();
    await rm(folder, { recursive: true, force: true });
  };
});

afterAll(() => cleanup());

describe('docs/openapi.json', () => {
  it('is what the schemas say now; npm run reference writes it anew', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(JSON.parse(JSON.stringify(openApi())));
  });

  it('has every route of the proxy, and no other', () => {
    const routes = app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => ({ method, pattern: new RegExp(`^${patternOf(path)}$`), path }));
    const described = operations.map(({ method, path }) => ({ method: method.toUpperCase(), path: exampleOf(path) }));
    const unknown = routes.filter(
      (route) => !described.some(({ method, path }) => method === route.method && route.pattern.test(path)),
    );
    const superfluous = described.filter(
      ({ method, path }) => !routes.some((route) => method === route.method && route.pattern.test(path)),
    );
    expect({ unknown: unknown.map(({ path }) => path), superfluous }).toEqual({ unknown: [], superfluous: [] });
  });

  // Redocly follows every $ref, which client generators do, too.
  it('is a valid OpenAPI document without a reference that leads nowhere', async () => {
    const linter = spawn(
      'npx',
      ['redocly', 'lint', 'docs/openapi.json', '--config', 'build/redocly.yaml', '--format', 'json'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const report = await text(linter.stdout);
    expect(z.object({ problems: z.array(z.unknown()) }).parse(JSON.parse(report)).problems).toEqual([]);
  });
});

/** A Hono path as a pattern: `/:name{a|b}` and `/:id`. */
function patternOf(path: string): string {
  return path.replace(/:\w+\{(.+)\}/, '($1)').replace(/:\w+/g, '[^/]+');
}

/** A path that the template of an OpenAPI path matches. */
function exampleOf(template: string): string {
  return template.replace(/\{\w+\}/g, '0a1b2c3d');
}
