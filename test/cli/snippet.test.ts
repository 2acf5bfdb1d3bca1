import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand, runHere } from './command.ts';

const flow = 'f1000000-0000-4000-8000-000000000001';
const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

let server: Server;
let url: string;
let files: Record<string, { body: string; type?: string }>;

beforeEach(async () => {
  const script = 'leadchat-0123456789abcdef.js';
  const built: Record<string, string> = {
    [script]: '(()=>{})()',
    'panel.js': 'export{}',
    'assets/panel-1.js': 'export{}',
  };
  const integrity = Object.fromEntries(Object.entries(built).map(([name, body]) => [name, sha384(body)]));
  files = Object.fromEntries(Object.entries(built).map(([name, body]) => [`/${name}`, { body }]));
  files['/integrity.json'] = { body: JSON.stringify({ script, integrity }), type: 'application/json' };
  files['/config'] = { body: JSON.stringify(publicConfig), type: 'application/json' };
  server = createServer((request, response) => {
    const file = files[request.url?.split('?')[0] ?? ''];
    if (file === undefined || request.url === '/config?form=none') return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': file.type ?? 'text/javascript' }).end(file.body);
  });
  await new Promise<void>((done) => server.listen(0, done));
  const address = server.address();
  url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
});

afterEach(() => new Promise((done) => server.close(done)));

const publicConfig = {
  flowId: flow,
  wssUrl: 'wss://chat.example.com',
  form: { name: 'default', fields: [{ name: 'phone', type: 'tel' }] },
  widget: { title: 'Northlight', color: '#c026d3', offset: { x: 8, y: 80 } },
};

async function snippet(...args: string[]) {
  const { code, stdout, stderr } = await runHere(['snippet', '--json', ...args]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe('leadchat snippet', () => {
  it('prints the address of the hosted chat with form, language and theme, if the proxy serves it', async () => {
    expect(await snippet('--proxy', url)).not.toHaveProperty('hostedChat');
    files['/config'] = { body: JSON.stringify({ ...publicConfig, hostedChat: true }), type: 'application/json' };
    expect(await snippet('--proxy', url)).toMatchObject({ hostedChat: `${url}/chat` });
    const options = ['--form', 'default', '--locale', 'de', '--theme', 'dark', '--color', 'red'];
    const { hostedChat } = await snippet('--proxy', `${url}/`, ...options);
    expect(hostedChat).toBe(`${url}/chat?form=default&locale=de&theme=dark`);
    const { stdout } = await runHere(['snippet', '--proxy', url]);
    expect(stdout).toContain(`QR codes; add campaign parameters as on any page:\n\n${url}/chat\n`);
  });

  it('prints one line that follows the proxy, and tags that pin what is served today', async () => {
    const { current, pinned, stub } = await snippet('--proxy', url);
    expect(current.tag).toBe(`<script src="${url}/leadchat.js" async></script>`);
    expect(pinned.script).toBe(`${url}/leadchat-0123456789abcdef.js`);
    expect(pinned.integrity).toBe(sha384('(()=>{})()'));
    const [map, tag] = pinned.tags;
    expect(JSON.parse(map.replace(/<[^>]*>/g, ''))).toEqual({
      integrity: { [`${url}/panel.js`]: sha384('export{}'), [`${url}/assets/panel-1.js`]: sha384('export{}') },
    });
    expect(tag).toContain(`src="${pinned.script}" integrity="${pinned.integrity}" crossorigin="anonymous"`);
    expect(stub.tag).toContain('window.LeadChat=window.LeadChat||');
  });

  it('writes the options onto the pinned tag that the bubble needs before it can ask the proxy', async () => {
    const { pinned } = await snippet('--proxy', `${url}/`, '--title', 'Say "Hi" & <go>');
    expect(pinned.tags[1]).toContain(
      `data-proxy-url="${url}" data-color="#c026d3" data-offset='{"x":8,"y":80}' data-title='Say "Hi" &amp; &lt;go>'`,
    );
    const own = await snippet('--proxy', url, '--color', 'teal');
    expect(own.pinned.tags[1]).toContain('data-color="teal"');
  });

  it('writes every option that the launcher uses before the panel is loaded onto the pinned tag, and no other', async () => {
    const launcherOptions = {
      color: 'teal',
      theme: 'dark',
      position: 'bottom-left',
      offset: 8,
      locale: 'de',
      contact: 'tel:+15550100',
      launcher: 'bubble',
      launcherIcon: 'data:image/svg+xml,<svg/>',
      launcherText: 'Questions?',
      zIndex: 10,
      target: '#chat',
      open: true,
      triggers: [{ type: 'exit' }],
      storage: 'session',
      consent: 'required',
    };
    const widget = { title: 'Northlight', starters: ['Prices?'], ...launcherOptions };
    files['/config'] = { body: JSON.stringify({ ...publicConfig, widget }), type: 'application/json' };
    const { pinned } = await snippet('--proxy', url);
    const names = [...pinned.tags[1].matchAll(/ data-([\w-]+)=/g)].map(([, name]) => name);
    const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(names.toSorted()).toEqual(['proxy-url', ...Object.keys(launcherOptions).map(kebab)].toSorted());
  });

  it('names the hosts of pictures in the policy, of every page and variant, and no others', async () => {
    const widget = {
      avatar: 'https://people.example.com/nora.png',
      imageHosts: ['pictures.example.com', 'bücher.example:8443'],
      pages: [{ url: '/a', launcherIcon: 'data:image/png;base64,AA', imageHosts: ['maps.example.com'] }],
      experiments: [{ name: 'look', variants: [{ name: 'a', launcherIcon: 'https://icons.example.com/a.svg' }] }],
    };
    files['/config'] = { body: JSON.stringify({ ...publicConfig, widget }), type: 'application/json' };
    const { current } = await snippet('--proxy', url);
    expect(current.csp['img-src']).toEqual([
      'https://people.example.com',
      'https://pictures.example.com',
      'https://xn--bcher-kva.example:8443',
      'data:',
      'https://maps.example.com',
      'https://icons.example.com',
    ]);
    const own = await snippet(
      '--proxy',
      url,
      '--image-hosts',
      '["own.example.com","localhost:4000"]',
      '--avatar',
      'https://a.example/a.png',
    );
    expect(own.current.csp['img-src']).toContain('https://own.example.com');
    expect(own.current.csp['img-src']).toContain('http://localhost:4000');
    expect(own.current.csp['img-src']).not.toContain('https://pictures.example.com');
  });

  it('lists every source that a Content Security Policy needs', async () => {
    const { current, pinned } = await snippet('--proxy', url);
    expect(current.csp).toEqual({
      'script-src': [url],
      'connect-src': [url, 'wss://chat.example.com'],
    });
    const map = pinned.tags[0].replace(/<[^>]*>/g, '');
    const hash = `'sha256-${createHash('sha256').update(map).digest('base64')}'`;
    expect(pinned.csp['script-src']).toEqual([url, hash]);
    files['/config'] = {
      body: JSON.stringify({ ...publicConfig, captcha: { provider: 'turnstile', siteKey: 'key' } }),
      type: 'application/json',
    };
    expect((await snippet('--proxy', url)).current.csp).toMatchObject({
      'script-src': [url, 'https://challenges.cloudflare.com'],
      'frame-src': ['https://challenges.cloudflare.com'],
      'trusted-types': ['leadchat-captcha'],
    });
  });

  it('writes tags for a script from any static host', async () => {
    const { current, pinned } = await snippet('--host', url, '--flow-id', flow, '--wss-url', 'wss://chat.example.com');
    expect(current.tag).toBe(
      `<script src="${url}/leadchat.js" data-flow-id="${flow}" data-wss-url="wss://chat.example.com" async></script>`,
    );
    expect(pinned.tags[1]).not.toContain('data-proxy-url');
    expect(current.csp['connect-src']).toEqual(['wss://chat.example.com']);
  });

  it('asks for another form in both tags', async () => {
    const { current, pinned } = await snippet('--proxy', url, '--form', 'sales');
    expect(current.tag).toContain(`src="${url}/leadchat.js?form=sales" data-form="sales"`);
    expect(pinned.tags[1]).toContain('data-form="sales"');
  });

  it('prints the same for people as for programs', async () => {
    const { stdout } = await runCommand(['snippet', '--proxy', url]);
    const { current, pinned } = await snippet('--proxy', url);
    for (const line of [current.tag, ...pinned.tags, 'connect-src']) expect(stdout).toContain(line);
  });

  it.each([
    [[], '--proxy URL or --host URL'],
    [['--proxy', 'https://a.example', '--host', 'https://b.example'], 'either'],
    [
      ['--proxy', 'chat.example.com'],
      'must be an absolute URL such as https://chat.example.com, got "chat.example.com"',
    ],
    [['--host', 'https://cdn.example'], '--flow-id and --wss-url'],
    [['--host', 'https://cdn.example', '--proxy-url', '/chat'], '--proxy-url must be an absolute URL'],
    [
      ['--proxy', 'https://a.example', '--theme', 'pink'],
      'option `theme` must be one of "auto", "light", "dark", got "pink"',
    ],
    [['--proxy', 'https://a.example', '--colour', 'red'], '--colour'],
  ])('refuses %j with exit code 2', async (args, reason) => {
    const { code, stdout, stderr } = await runHere(['snippet', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
  });
});

describe('leadchat snippet prints nothing and ends with 1', () => {
  async function refusal(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runHere(['snippet', ...args]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toContain('    at ');
    return stderr;
  }

  it('when nothing responds', async () => {
    expect(await refusal('--proxy', 'http://localhost:1')).toContain(
      'http://localhost:1/integrity.json does not respond',
    );
  });

  it('when there is no build', async () => {
    expect(await refusal('--proxy', `${url}/elsewhere`)).toContain(`${url}/elsewhere/integrity.json responds with 404`);
    files['/integrity.json'] = { body: '<html>' };
    expect(await refusal('--proxy', url)).toContain('npm run build');
  });

  it('when a file is missing, changed on the way or served with another type, and names each', async () => {
    files['/leadchat-0123456789abcdef.js'] = { body: '(()=>{ })()' };
    files['/panel.js'] = { body: 'export{}', type: 'text/plain' };
    delete files['/assets/panel-1.js'];
    const message = await refusal('--proxy', url);
    expect(message).toContain('leadchat-0123456789abcdef.js is not served as it was built');
    expect(message).toContain('panel.js is served as "text/plain"');
    expect(message).toContain('assets/panel-1.js responds with 404');
  });

  it('when the proxy has no such form', async () => {
    expect(await refusal('--proxy', url, '--form', 'none')).toContain('has no form "none"');
  });
});
