import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentVariables } from '../../../src/proxy/config/environment.ts';
import { parseConfig } from '../../../src/proxy/config/parse-config.ts';
import { readConfig } from '../../../src/proxy/config/read-config.ts';
import { usable } from '../support/usable-config.ts';

const canary = 'canary12345';

const captcha = { provider: 'turnstile', siteKey: 'k', secret: 'word' };
const webhook = { url: 'https://crm.example.com/hook', secret: `whsec_${btoa('a secret of thirty-two bytes ...')}` };

/** Each puts a value at a key that holds a secret, or at one above it. */
const places: Record<string, (value: unknown) => unknown> = {
  'the configuration': (value) => value,
  service: (service) => ({ ...usable, service }),
  'service.apiKey': (apiKey) => ({ ...usable, service: { ...usable.service, apiKey } }),
  store: (store) => ({ ...usable, store }),
  adminToken: (adminToken) => ({ ...usable, adminToken }),
  secretKey: (secretKey) => ({ ...usable, secretKey }),
  identity: (identity) => ({ ...usable, identity }),
  'identity.secret': (secret) => ({ ...usable, identity: { secret } }),
  captcha: (value) => ({ ...usable, captcha: value }),
  'captcha.secret': (secret) => ({ ...usable, captcha: { ...captcha, secret } }),
  webhooks: (webhooks) => ({ ...usable, webhooks }),
  'webhooks.0': (value) => ({ ...usable, webhooks: [value] }),
  'webhooks.0.url': (url) => ({ ...usable, webhooks: [{ ...webhook, url }] }),
  'webhooks.0.secret': (secret) => ({ ...usable, webhooks: [{ ...webhook, secret }] }),
};

/** Of another type, of the wrong format, too short, too long, nested, as a key's value that does not exist. */
const values: Record<string, unknown> = {
  'a short text': canary.slice(0, 6),
  'a text': canary,
  'two words': `${canary} ${canary}`,
  'a long text': canary.repeat(500),
  'a number': 12_345,
  'a list': [canary],
  'an object': { value: canary },
  'an address': `https://user:${canary}@10.0.0.1/${canary}?key=${canary}#${canary}`,
  'a database': `postgres://user:${canary}#${canary}@host/leads`,
};

const addresses: Record<string, (value: string) => unknown> = {
  'service.baseUrl': (baseUrl) => ({ ...usable, service: { ...usable.service, baseUrl } }),
  'service.hooksUrl': (hooksUrl) => ({ ...usable, service: { ...usable.service, hooksUrl } }),
  'service.wssUrl': (wssUrl) => ({ ...usable, service: { ...usable.service, wssUrl } }),
  'captcha.scriptUrl': (scriptUrl) => ({ ...usable, captcha: { ...captcha, scriptUrl } }),
  'captcha.verifyUrl': (verifyUrl) => ({ ...usable, captcha: { ...captcha, verifyUrl } }),
  origins: (origin) => ({ ...usable, origins: [origin] }),
};

function issuesOf(input: unknown): string[] {
  const parsed = parseConfig(input);
  return parsed.ok ? [] : parsed.issues;
}

describe('the issues of a configuration', () => {
  // Only exact keys were hidden: a secret one level too high was shown.
  it.each(Object.entries(places))('never show a secret at %s', (_, place) => {
    for (const [kind, value] of Object.entries(values)) {
      const text = issuesOf(place(value)).join('\n');
      expect(text, kind).not.toMatch(/canary|12[_]?345/);
    }
  });

  it.each(Object.entries(addresses))('show the address at %s without its credentials and its query', (_, place) => {
    const shown = `https://user:${canary}@host.example/v1?key=${canary}#${canary}`;
    for (const value of [shown, `https://user:${canary}/${canary}@host.example/v1`, `user:${canary}@host.example`]) {
      const text = issuesOf(place(value)).join('\n');
      expect(text).not.toContain('canary');
      expect(text).toContain('@host.example');
    }
    expect(issuesOf(place(`api.example.com/v1?key=${canary}`)).join()).not.toContain('canary');
  });

  it('never show a secret that came from the environment', async () => {
    for (const variable of Object.values(environmentVariables)) {
      const isSecret = /KEY|SECRET|TOKEN|DATABASE/.test(variable);
      if (!isSecret) continue;
      const result = await readConfig({ env: { [variable]: `${canary} ${canary}` }, folder: tmpdir() });
      expect(result.ok).toBe(false);
      expect(result.ok ? '' : result.issues.join('\n')).not.toContain('canary');
    }
  });

  // WHATWG URLs end the host at the first `#`, `?` or `/`, so a part of the password became the port that messages name.
  it.each(['1234#5', '1234/5', '1234?5', 'a%zz'])('refuse a database whose password %s is not encoded', (password) => {
    const [issue = ''] = issuesOf({ ...usable, store: `postgres://user:${password}@host/leads` });
    expect(issue).toContain('`store` (DATABASE_URL)');
    expect(issue).toContain('%23');
    expect(issue).not.toContain('1234');
  });
});

describe('a configuration file that cannot be read', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadchat-config-'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function issuesOfFile(name: string, content: string): Promise<string> {
    await writeFile(join(folder, name), content);
    const result = await readConfig({ env: {}, folder });
    return result.ok ? '' : result.issues.join('\n');
  }

  // V8 quotes ten characters before and after the place.
  it.each([
    [`{"service": {\n  "apiKey": ${canary}\n}}`, 'line 2, column 13'],
    [`{"adminToken": "${canary}" "store": 1}`, 'line 1, column 30'],
    [`{"adminToken": '${canary}'}`, 'line 1, column 16'],
    [`{"adminToken": "${canary}",}`, 'line 1, column 30'],
    [`{"adminToken": "${canary}\n"}`, 'line 1, column 28'],
    [`${canary}`, 'line 1, column 1'],
    [`{"adminToken": "${canary}`, 'its end'],
    ['', 'its end'],
  ])('is named with the place of the mistake in its JSON, without its text', async (content, place) => {
    const text = await issuesOfFile('leadchat.config.json', content);
    expect(text).toContain(join(folder, 'leadchat.config.json'));
    expect(text).toContain(place);
    expect(text).not.toMatch(/canary|nary/);
  });

  // Node's own loader: the one of this test runner words its errors differently.
  it('is named with the kind of its error, which is described in words of its own only', async () => {
    const mistakes = [
      ['1.ts', `export default { adminToken: ${canary} ${canary} };`, 'throws a SyntaxError in line 1'],
      ['2.ts', `enum Key { ${canary} }\nexport default {};`, 'throws a SyntaxError in line 1'],
      ['3.js', `export default { adminToken: ${canary} 1 };`, 'throws a SyntaxError'],
      ['4.js', `\nexport default { adminToken: ${canary} };`, 'throws a ReferenceError in line 2'],
      ['5.js', `export default JSON.parse('${canary}');`, 'throws a SyntaxError'],
      ['6.js', `throw '${canary}';`, 'throws a value that is no Error'],
      ['7.js', `throw new Error('set CRM_KEY, see https://u:${canary}@host\\n${canary}');`, 'set CRM_KEY'],
      ['8.js', `import 'no-such-package';`, 'no-such-package'],
    ] as const;
    for (const [name, content] of mistakes) await writeFile(join(folder, name), content);
    const files = mistakes.map(([name]) => join(folder, name));
    const program = `
      import { readConfig } from './src/proxy/index.ts';
      const results = [];
      for (const file of ${JSON.stringify(files)}) results.push(await readConfig({ env: {}, file }));
      console.log(JSON.stringify(results.map(({ issues }) => issues.join()))) `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    const texts: string[] = JSON.parse(stdout);
    for (const [index, [name, , words]] of mistakes.entries()) {
      expect(texts[index]).toContain(words);
      expect(texts[index]).toContain(join(folder, name));
      expect(texts[index]).not.toContain('canary');
    }
  });
});
