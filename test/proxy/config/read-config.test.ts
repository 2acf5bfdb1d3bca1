import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeMisspelt } from '../../../src/proxy/config/environment.ts';
import { readConfig } from '../../../src/proxy/config/read-config.ts';

const env = {
  LEADCHAT_BASE_URL: 'https://api.example.com/v1',
  LEADCHAT_HOOKS_URL: 'https://hooks.example.com',
  LEADCHAT_WSS_URL: 'wss://chat.example.com',
  LEADCHAT_API_KEY: 'env-key',
  LEADCHAT_FLOW_ID: 'f1000000-0000-4000-8000-000000000001',
  LEADCHAT_ORIGINS: 'https://www.example.com, https://shop.example.com',
};
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-config-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(options: { file?: string; env?: Record<string, string> } = {}) {
  const parsed = await readConfig({ folder, env, ...options });
  if (!parsed.ok) throw new Error(parsed.issues.join('\n'));
  return parsed.config;
}

describe('readConfig', () => {
  it('needs no file when the environment is complete', async () => {
    const config = await read();
    expect(config.service.apiKey).toBe('env-key');
    expect(config.origins).toEqual(['https://www.example.com', 'https://shop.example.com']);
  });

  it.each([
    ['leadchat.config.json', (text: string) => text],
    ['leadchat.config.js', (text: string) => `export default ${text};`],
    ['leadchat.config.ts', (text: string) => `const config: object = ${text};\nexport default config;`],
  ])('reads %s, and the environment wins over it', async (name, write) => {
    const content = { flowId: 'f2000000-0000-4000-8000-000000000002', store: 'sqlite:other.db' };
    await writeFile(join(folder, name), write(JSON.stringify(content)));
    const config = await read();
    expect(config.flowId).toBe(env.LEADCHAT_FLOW_ID);
    expect(config.store).toBe(`sqlite:${join(folder, 'other.db')}`);
  });

  // It started at the working folder when it came from the environment or was the default, or when a file was there.
  it('finds a relative store beside the configuration, whatever the working folder is and wherever the path is set', async () => {
    const etc = join(folder, 'etc');
    await mkdir(etc);
    const file = join(etc, 'mine.json');
    const storeOf = async (content: object, more = {}) => {
      await writeFile(file, JSON.stringify(content));
      const { store, keepAssetsIn } = await read({ file, env: { ...env, ...more } });
      return [store, keepAssetsIn];
    };
    await writeFile(join(folder, 'leads.db'), '');
    expect(await storeOf({ store: 'sqlite:./leads.db' })).toEqual([`sqlite:${join(etc, 'leads.db')}`, undefined]);
    expect(await storeOf({})).toEqual([`sqlite:${join(etc, 'leadchat.db')}`, undefined]);
    const fromEnvironment = { DATABASE_URL: 'sqlite:other.db', LEADCHAT_KEEP_ASSETS_IN: 'assets' };
    expect(await storeOf({ store: 'sqlite:./leads.db' }, fromEnvironment)).toEqual([
      `sqlite:${join(etc, 'other.db')}`,
      join(etc, 'assets'),
    ]);
    expect(await storeOf({ store: 'sqlite:/var/leads.db' })).toEqual(['sqlite:/var/leads.db', undefined]);
    expect((await read({ env })).store).toBe(`sqlite:${join(folder, 'leadchat.db')}`);
  });

  it('puts the shorthand for one form into the default form', async () => {
    await writeFile(
      join(folder, 'mine.json'),
      JSON.stringify({ forms: { default: { journey: { id: 'x', onExisting: 'update' } }, other: {} } }),
    );
    const config = await read({
      file: 'mine.json',
      env: {
        ...env,
        LEADCHAT_JOURNEY_ID: 'a1000000-0000-4000-8000-000000000001',
        LEADCHAT_TAGS: 'website, first_visit',
        LEADCHAT_AGENT_ID: 'c1000000-0000-4000-8000-000000000001',
      },
    });
    expect(config.forms.default).toMatchObject({
      journey: { id: 'a1000000-0000-4000-8000-000000000001', onExisting: 'update' },
      tags: ['website', 'first_visit'],
      callback: { agent: 'c1000000-0000-4000-8000-000000000001' },
    });
    expect(config.forms.other?.tags).toEqual([]);
  });

  it.each([
    ['LEADCHAT_TRUSTED_PROXY', 'LEADCHAT_TRUSTED_PROXIES'],
    ['LEADCHAT_SERVICE_API_KEY', 'LEADCHAT_API_KEY'],
    ['LEADCHAT_ADMIN', 'LEADCHAT_ADMIN_TOKEN'],
    ['leadchat_origin', 'LEADCHAT_ORIGINS'],
  ])('recognizes %s', (written, meant) => {
    expect(describeMisspelt({ [written]: 'x' })).toEqual([
      `${written} is not a variable of leadchat. Did you mean ${meant}?`,
    ]);
  });

  it('says nothing about a variable that resembles none', () => {
    expect(describeMisspelt({ LEADCHAT_SHOP_NUMBER: '7' })).toEqual([]);
  });

  it('names a misspelt variable beside what is missing because of it', async () => {
    const { LEADCHAT_API_KEY: apiKey, ...others } = env;
    const parsed = await readConfig({ folder, env: { ...others, LEADCHAT_APIKEY: apiKey } });
    expect(parsed.ok ? [] : parsed.issues).toContain(
      'LEADCHAT_APIKEY is not a variable of leadchat. Did you mean LEADCHAT_API_KEY?',
    );
  });

  it('reports a file that is missing or unreadable', async () => {
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'empty.js'), 'export const nothing = 1;');
    const issues = await Promise.all(
      ['absent.json', 'broken.json', 'empty.js'].map(async (file) => {
        const parsed = await readConfig({ folder, env, file });
        return parsed.ok ? '' : parsed.issues.join();
      }),
    );
    expect(issues[0]).toContain('absent.json does not exist');
    expect(issues[1]).toContain('broken.json cannot be read');
    expect(issues[2]).toContain('no default export');
  });
});
