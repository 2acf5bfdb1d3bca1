import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

/** The host that the files in deploy/ are written for. */
const host = 'chat.example.com';

export type ReverseProxyName = 'nginx' | 'Caddy' | 'HAProxy';

export type ReverseProxy = {
  /** Sends a request over TLS; a visitor's address is one of this machine, such as `127.0.0.2`. */
  send(path: string, options?: VisitorRequest): Promise<VisitorResponse>;
  /** The same without TLS. */
  sendPlain(path: string): Promise<VisitorResponse>;
  stop(): Promise<void>;
};

export type VisitorRequest = { from?: string; method?: string; headers?: OutgoingHttpHeaders; body?: string };
export type VisitorResponse = { status: number; headers: Record<string, unknown>; text: string };

/** The program's path; undefined when it is not installed. */
export function findProgram(name: 'nginx' | 'caddy' | 'haproxy' | 'openssl' | 'promtool'): string | undefined {
  return ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find(existsSync);
}

/**
 * Runs a reverse proxy with its file from deploy/; only addresses, ports and certificates are replaced. `second` is the port
 * of another proxy beside the first.
 */
export async function startReverseProxy(
  name: ReverseProxyName,
  proxyPort: number,
  { second }: { second?: number } = {},
): Promise<ReverseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-deploy-'));
  const ports = { proxy: proxyPort, second, tls: await freePort(), plain: await freePort() };
  const send: ReverseProxy['send'] = (path, options) => sendRequest('https', ports.tls, path, options);
  const stop = await run(name, await configure[name](folder, ports), folder, send);
  return { send, sendPlain: (path) => sendRequest('http', ports.plain, path), stop };
}

/** Runs nginx with the locations of one site, without TLS. */
export async function startNginx(locations: string): Promise<Pick<ReverseProxy, 'send' | 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-nginx-'));
  const port = await freePort();
  const send: ReverseProxy['send'] = (path, options) => sendRequest('http', port, path, options);
  const site = `server { listen 127.0.0.1:${port}; ${locations} }`;
  return { send, stop: await run('nginx', await writeNginxFile(folder, site), folder, send) };
}

/** Starts the program, and resolves when it serves, with what stops it. */
async function run(
  name: ReverseProxyName,
  programArguments: string[],
  folder: string,
  send: ReverseProxy['send'],
): Promise<() => Promise<void>> {
  const child = spawn(name.toLowerCase(), programArguments, {
    env: {
      ...process.env,
      PATH: `${process.env.PATH}:/usr/sbin`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await until(`${name} responds`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${errors}`);
    return send('/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

type Ports = { proxy: number; second: number | undefined; tls: number; plain: number };

/** Writes the program's configuration, and resolves with its arguments. */
const configure = { nginx: configureNginx, Caddy: configureCaddy, HAProxy: configureHaproxy };

function createCertificate(folder: string): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const openssl = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ');
  const files = ['-subj', `/CN=${host}`, '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...openssl, ...files], { stdio: 'ignore' });
  return { key, certificate };
}

async function configureNginx(folder: string, ports: Ports): Promise<string[]> {
  const { key, certificate } = createCertificate(folder);
  const site = replaceAll(await readFile('deploy/nginx.conf', 'utf8'), {
    '127.0.0.1:4001': `127.0.0.1:${ports.proxy}`,
    ...(ports.second !== undefined && { '# server 10.0.0.2:4001 ': `server 127.0.0.1:${ports.second} ` }),
    'proxy_connect_timeout 5s': 'proxy_connect_timeout 1s',
    'allow 192.0.2.0/24;': 'allow 127.0.3.0/24;',
    'listen 443 ssl;': `listen 127.0.0.1:${ports.tls} ssl;`,
    'listen 80;': `listen 127.0.0.1:${ports.plain};`,
    'listen [::]:443 ssl;': '',
    'listen [::]:80;': '',
    [`/etc/letsencrypt/live/${host}/fullchain.pem`]: certificate,
    [`/etc/letsencrypt/live/${host}/privkey.pem`]: key,
  });
  return writeNginxFile(folder, site);
}

async function writeNginxFile(folder: string, site: string): Promise<string[]> {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const file = join(folder, 'nginx.conf');
  // As root, nginx would give up its rights, and with them this folder.
  const main = `${process.getuid?.() === 0 ? 'user root root;' : ''} daemon off; pid ${folder}/pid; events {}`;
  await writeFile(file, `${main}\nhttp {\naccess_log off;\n${folders.join('\n')}\n${site}\n}\n`);
  return ['-c', file, '-e', 'stderr', '-p', folder];
}

async function configureCaddy(folder: string, ports: Ports): Promise<string[]> {
  const addresses = [ports.proxy, ports.second].flatMap((port) => (port === undefined ? [] : [`127.0.0.1:${port}`]));
  const site = replaceAll(await readFile('deploy/Caddyfile', 'utf8'), {
    'reverse_proxy 127.0.0.1:4001 {': `reverse_proxy ${addresses.join(' ')} {`,
    [`${host} {`]: `${host}:${ports.tls} {`,
    'health_interval 5s': 'health_interval 50ms',
  });
  const options = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    `http_port ${ports.plain}`,
    `https_port ${ports.tls}`,
    `storage file_system ${folder}`,
  ];
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n${options.join('\n')}\n}\n${site}`);
  return ['run', '--adapter', 'caddyfile', '--config', file];
}

async function configureHaproxy(folder: string, ports: Ports): Promise<string[]> {
  const { key, certificate } = createCertificate(folder);
  const both = join(folder, 'both.pem');
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  const site = replaceAll(await readFile('deploy/haproxy.cfg', 'utf8'), {
    '127.0.0.1:4001': `127.0.0.1:${ports.proxy}`,
    'bind :443 ': `bind 127.0.0.1:${ports.tls} `,
    'bind :80': `bind 127.0.0.1:${ports.plain}`,
    [`/etc/haproxy/${host}.pem`]: both,
    ...(ports.second === undefined
      ? { 'inter 5s': 'inter 50ms fall 1' }
      : { '# server proxy2 10.0.0.2:4001': `server proxy2 127.0.0.1:${ports.second}` }),
  });
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, site);
  return ['-db', '-f', file];
}

/** Every text has to occur, or the file and this test have drifted apart. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file does not contain "${from}"`);
    return result.replaceAll(from, to);
  }, text);
}

function sendRequest(
  protocol: 'http' | 'https',
  port: number,
  path: string,
  { from = '127.0.0.1', method = 'GET', headers = {}, body = '' }: VisitorRequest = {},
): Promise<VisitorResponse> {
  const request = protocol === 'https' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      localAddress: from,
      path,
      method,
      headers: { host, ...headers, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) },
      servername: host,
      rejectUnauthorized: false,
      agent: false,
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.once('error', reject);
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
    });
    outgoing.end(body);
  });
}
