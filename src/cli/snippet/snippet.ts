import type { PublicConfig } from '../../protocol/index.ts';
import { dataAttributes, inlineJson, scriptTag } from './markup.ts';
import { hashSource, type Policy, policyFor } from './policy.ts';
import type { PublishedBuild } from './published-build.ts';

/** Lets a page call LeadChat before the script has arrived. */
const stub = 'window.LeadChat=window.LeadChat||function(){(LeadChat.q=LeadChat.q||[]).push(arguments)}';

/** The options that the bubble reads before anything is loaded. A pinned script has no configuration, so its tag has them. */
const early = new Set([
  'color',
  'theme',
  'position',
  'offset',
  'locale',
  'launcher',
  'target',
  'open',
  'triggers',
  'storage',
  'consent',
]);

export type SnippetDeps = {
  /** Folder of the script, with a slash at its end. */
  base: URL;
  /** Whether a proxy serves it, and writes its configuration into `leadchat.js`. */
  isProxy: boolean;
  build: PublishedBuild;
  /** Options for the tag. */
  options: Record<string, unknown>;
  /** The proxy's public configuration; undefined without a proxy. */
  config: PublicConfig | undefined;
};

export type Snippet = {
  /** Follows upgrades and configuration by itself. */
  current: { tag: string; csp: Policy };
  /** Loads these bytes and no others. */
  pinned: { tags: string[]; script: string; integrity: string; importMap: unknown; csp: Policy };
  /** Optional, before the tag. */
  stub: { tag: string; cspSource: string };
};

export function makeSnippet({ base, isProxy, build, options, config }: SnippetDeps): Snippet {
  const folder = base.href.replace(/\/$/, '');
  const { [build.script]: integrity = '', ...modules } = Object.fromEntries(build.integrity);
  const importMap = { integrity: modules };
  const importMapText = inlineJson(importMap);
  const calls = [isProxy ? folder : options.proxyUrl, options.wssUrl ?? config?.wssUrl, options.hooksUrl];
  const policy = (inline: string[]) =>
    policyFor({ scripts: folder, calls: calls.filter(isText), inline, captcha: config?.captcha });
  const current = new URL('leadchat.js', base);
  // The proxy then writes the configuration of this form into the script.
  if (isProxy && isText(options.form)) current.searchParams.set('form', options.form);
  const bubble = isProxy ? { proxyUrl: folder, ...earlyOptions(config) } : {};
  return {
    current: { tag: scriptTag(current.href, dataAttributes(options)), csp: policy([]) },
    pinned: {
      tags: [
        `<script type="importmap">${importMapText}</script>`,
        scriptTag(build.script, {
          integrity,
          crossorigin: 'anonymous',
          ...dataAttributes({ ...bubble, ...options }),
        }),
      ],
      script: build.script,
      integrity,
      importMap,
      csp: policy([importMapText]),
    },
    stub: { tag: `<script>${stub}</script>`, cspSource: hashSource(stub) },
  };
}

function earlyOptions(config: PublicConfig | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config?.widget ?? {}).filter(([name]) => early.has(name)));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
