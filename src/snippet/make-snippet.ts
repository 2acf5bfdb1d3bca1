import type { PublicConfig } from '../protocol/proxy/public-config.ts';
import { hostedChatAddress } from './hosted-address.ts';
import { dataAttributes, inlineJson, scriptTag } from './markup.ts';
import { pictureSources } from './picture-sources.ts';
import { hashSource, type Policy, policyFor } from './policy.ts';

/** Lets a page call LeadChat before the script has loaded. */
export const commandQueueStub =
  'window.LeadChat=window.LeadChat||function(){(LeadChat.q=LeadChat.q||[]).push(arguments)}';

/** Options that the launcher uses before the panel is loaded. A pinned script contains no configuration, so its tag sets them. */
const launcherOptionNames = new Set([
  'color',
  'theme',
  'position',
  'offset',
  'locale',
  'launcher',
  'launcherIcon',
  'launcherText',
  'zIndex',
  'contact',
  'target',
  'open',
  'triggers',
  'storage',
  'consent',
]);

/** A build on a host. */
export type PublishedBuild = {
  /** The URL of the script. */
  script: string;
  /** Hashes by URL, including the script's. */
  integrity: Map<string, string>;
};

export type SnippetOptions = {
  /** The URL of the script's folder, with a trailing slash. */
  base: URL;
  /** Whether a proxy serves the script, and writes its configuration into `leadchat.js`. */
  isProxy: boolean;
  build: PublishedBuild;
  /** Options for the tag. */
  options: Record<string, unknown>;
  /** The proxy's public configuration; undefined without a proxy. */
  config: PublicConfig | undefined;
};

export type Snippet = {
  /** Always loads the latest build and configuration. */
  current: { tag: string; script: string; csp: Policy };
  /** Loads exactly these bytes. */
  pinned: { tags: string[]; script: string; integrity: string; importMap: unknown; csp: Policy };
  /** An optional script before the tag. */
  stub: { tag: string; cspSource: string };
  /** The chat as a page of its own, if the proxy serves it. */
  hostedChat?: string;
};

/** Creates the tags for a page, and the sources that its Content Security Policy must allow. Runs in browsers too. */
export async function makeSnippet({ base, isProxy, build, options, config }: SnippetOptions): Promise<Snippet> {
  const folder = base.href.replace(/\/$/, '');
  const { [build.script]: integrity = '', ...modules } = Object.fromEntries(build.integrity);
  const importMap = { integrity: modules };
  const importMapText = inlineJson(importMap);
  const calls = [isProxy ? folder : options.proxyUrl, options.wssUrl ?? config?.wssUrl, options.hooksUrl];
  const policy = (inline: string[]) =>
    policyFor({
      scripts: folder,
      calls: calls.filter(isAddress),
      inline,
      captcha: config?.captcha,
      pictures: pictureSources({ ...config?.widget, ...options }),
    });
  const current = new URL('leadchat.js', base);
  // With `form`, the proxy writes that form's configuration into the script.
  if (isProxy && isText(options.form)) current.searchParams.set('form', options.form);
  const configOptions = isProxy ? { proxyUrl: folder, ...launcherOptions(config) } : {};
  return {
    current: { tag: scriptTag(current.href, dataAttributes(options)), script: current.href, csp: policy([]) },
    pinned: {
      tags: [
        `<script type="importmap">${importMapText}</script>`,
        scriptTag(build.script, {
          integrity,
          crossorigin: 'anonymous',
          ...dataAttributes({ ...configOptions, ...options }),
        }),
      ],
      script: build.script,
      integrity,
      importMap,
      csp: policy([await hashSource(importMapText)]),
    },
    stub: { tag: `<script>${commandQueueStub}</script>`, cspSource: await hashSource(commandQueueStub) },
    ...(isProxy && config?.hostedChat === true && { hostedChat: hostedChatAddress(base, options) }),
  };
}

function launcherOptions(config: PublicConfig | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config?.widget ?? {}).filter(([name]) => launcherOptionNames.has(name)));
}

/** Excludes incomplete URLs, which the configurator contains while somebody is typing. */
function isAddress(value: unknown): value is string {
  return isText(value) && URL.canParse(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
