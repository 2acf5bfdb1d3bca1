import { findOptionProblems, optionsSchema } from '../options/index.ts';
import { type PublicConfig, publicConfig } from '../protocol/proxy/public-config.ts';
import { kebabCase, makeSnippet, policyText, type Snippet } from '../snippet/index.ts';
import { CommandError, readOptions, UsageError } from './arguments.ts';
import { load, readPublishedBuild } from './published-build.ts';

const help = `Usage: leadchat snippet --proxy URL [options]
       leadchat snippet --host URL [options]

Prints the script tag for a page, the tags that pin this build by its hashes, and the Content Security Policy for both.
Requests every file once, to hash the bytes that browsers get.

  --proxy URL    the proxy that serves the widget, such as https://chat.example.com
  --host URL     another host with the files of dist; leads then need --proxy-url, or --flow-id and --wss-url
  --OPTION TEXT  any widget option, as on the tag: --locale de --lead-form off --offset '{"x":20,"y":80}'
  --json         print everything as JSON`;

/** Options that are allowed on a tag, by their command-line names. */
const optionOf = new Map(
  Object.keys(optionsSchema.shape)
    .filter((name) => name !== 'encodeMessage')
    .map((name) => [kebabCase(name), name]),
);

export async function runSnippet(args: string[]): Promise<void> {
  const values = readOptions(args, {
    ...Object.fromEntries([...optionOf.keys()].map((name) => [name, { type: 'string' } as const])),
    proxy: { type: 'string' },
    host: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (values.help === true) {
    console.log(help);
    return;
  }
  const { proxy, host, json, ...rest } = values;
  const options = widgetOptions(rest);
  if ((proxy === undefined) === (host === undefined)) {
    throw new UsageError('either --proxy URL or --host URL is required. See --help.');
  }
  const isProxy = proxy !== undefined;
  const base = folderOf(String(proxy ?? host), isProxy ? '--proxy' : '--host');
  if (!isProxy && options.proxyUrl === undefined && (options.flowId === undefined || options.wssUrl === undefined)) {
    throw new UsageError('with --host, also set --proxy-url, or --flow-id and --wss-url.');
  }
  const build = await readPublishedBuild(base);
  const config = await readPublicConfig(isProxy ? base : options.proxyUrl, options.form);
  const snippet = await makeSnippet({ base, isProxy, build, options, config });
  console.log(json === true ? JSON.stringify(snippet, null, 2) : describe(snippet));
}

/** @throws UsageError that lists every option that the widget rejects. */
function widgetOptions(values: Record<string, unknown>): Record<string, string> {
  const options: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const option = optionOf.get(name);
    if (option !== undefined && typeof value === 'string') options[option] = value;
  }
  const problems = findOptionProblems({ proxy: {}, attributes: options, overrides: {} });
  // On a page these may be paths of the page's origin; here the origin is unknown.
  for (const name of ['proxyUrl', 'hooksUrl']) {
    const address = options[name];
    if (address?.startsWith('/')) folderOf(address, `--${kebabCase(name)}`);
  }
  if (problems.length === 0) return options;
  throw new UsageError(
    `the widget does not accept these options:\n${problems.map((problem) => `  - ${problem.replace('[leadchat] ', '')}`).join('\n')}`,
  );
}

function folderOf(address: string, option: string): URL {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(`${option} must be an absolute URL such as https://chat.example.com, got "${address}".`);
  }
  url.pathname = url.pathname.replace(/(?:leadchat\.js)?\/*$/, '/').replace(/\/+$/, '/');
  return url;
}

/** Reads the proxy's public configuration. @throws CommandError */
async function readPublicConfig(proxy: URL | string | undefined, form = 'default'): Promise<PublicConfig | undefined> {
  if (proxy === undefined) return undefined;
  const url = new URL(`config?form=${encodeURIComponent(form)}`, `${String(proxy).replace(/\/+$/, '')}/`);
  const response = await load(url.href);
  if (response.status === 404) throw new CommandError(`the proxy has no form "${form}": ${url} responds with 404.`);
  const found = publicConfig.safeParse(await response.json().catch(() => undefined));
  if (response.ok && found.success) return found.data;
  throw new CommandError(`${url} responds with ${response.status} and no configuration. Is it a leadchat proxy?`);
}

function describe({ current, pinned, stub, hostedChat }: Snippet): string {
  const page =
    hostedChat === undefined
      ? ''
      : `\n\nThe chat as a page of its own, for links, e-mails and QR codes; add campaign parameters as on any page:\n\n${hostedChat}`;
  return `Always the current build and configuration:

${current.tag}

  Add to your Content-Security-Policy: ${policyText(current.csp)}

Pinned: browsers refuse changed files. Put it before other modules of the page, and print it again after an upgrade:

${pinned.tags.join('\n')}

  Add to your Content-Security-Policy: ${policyText(pinned.csp)}

To call LeadChat before the script is loaded, add this before either of them:

${stub.tag}

  Add to your Content-Security-Policy: script-src ${stub.cspSource}

A directive that your policy lacks so far takes over from \`default-src\`, so repeat its sources there, such as 'self'.
\`img-src\` names the hosts of your options. Add the host of your agents' pictures, if the service sends some: without it, initials are
shown. Styles need no directive.
\`require-trusted-types-for 'script'\` works as it is, with \`trusted-types 'none'\` unless listed here.${page}`;
}
