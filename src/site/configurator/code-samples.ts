import type { PublicConfig } from '../../protocol/proxy/public-config.ts';
import type { Json, JsonObject } from '../../schema-form/index.ts';
import {
  attribute,
  commandQueueStub,
  hostedChatAddress,
  inlineJson,
  kebabCase,
  makeSnippet,
  type PublishedBuild,
  policyText,
  type Snippet,
} from '../../snippet/index.ts';
import type { Configuration } from './configuration.ts';
import { proxyConfiguration, proxyConfigurationFile } from './proxy-configuration.ts';

export type CodeSample = {
  title: string;
  hint: string;
  /** A page of the documentation about it. */
  docs?: { link: string; href: string };
  code: string;
  /** The name of the code as a file. */
  file: string;
  /** Where the code contains the proxy's URL; undefined if it does not. */
  proxyIn?: string;
  /** The address whose QR code is shown below. */
  qr?: string;
};

export type SampleDeps = {
  /** The proxy's URL in the code. */
  proxyUrl: string;
  /** The build that the proxy serves. */
  build: PublishedBuild;
  /** The proxy's public configuration. */
  publicConfig: PublicConfig;
};

/** Returns the code for a configuration, for each way to install the widget. */
export async function codeSamples(configuration: Configuration, deps: SampleDeps): Promise<CodeSample[]> {
  const { options: all } = configuration;
  const { proxyUrl: _, ...options } = all;
  const base = new URL(`${deps.proxyUrl.replace(/\/+$/, '')}/`);
  const snippet = await makeSnippet({
    base,
    isProxy: true,
    build: deps.build,
    options,
    // Omits the demo's own widget options, such as its teaser.
    config: { ...deps.publicConfig, widget: {} },
  });
  const hostedAddress = hostedChatAddress(base, options);
  const withProxy = { proxyUrl: deps.proxyUrl, ...options };
  return [
    {
      title: 'Script tag',
      hint: 'Paste it into the page. It follows upgrades by itself.',
      code: snippet.current.tag,
      file: 'leadchat-tag.html',
      proxyIn: 'src',
    },
    {
      title: 'Script tag with hashes',
      hint: 'Browsers run exactly these bytes. Put it before other modules of the page, and copy it again after an upgrade. It holds the options that are set here. Your proxy’s own, such as a color in its file, apply when the chat opens; npm run snippet writes those that the bubble needs before.',
      code: snippet.pinned.tags.join('\n'),
      file: 'leadchat-tag-with-hashes.html',
      proxyIn: 'every address',
    },
    {
      title: 'Tag Manager',
      hint: 'For Google Tag Manager: a Custom HTML tag with the trigger “Initialization – All Pages”. Tag Manager drops data-* attributes, so a script sets the options.',
      code: tagManagerCode(withProxy, snippet.current.script),
      file: 'leadchat-tag-manager.html',
      proxyIn: 'proxyUrl and src',
    },
    {
      title: 'React',
      hint: 'npm install leadchat. React 18 and later.',
      code: reactCode(withProxy),
      file: 'Chat.jsx',
      proxyIn: 'proxyUrl',
    },
    {
      title: 'Vue',
      hint: 'npm install leadchat. Vue 3.4 and later.',
      code: vueCode(withProxy),
      file: 'Chat.vue',
      proxyIn: 'proxyUrl',
    },
    {
      title: 'Element',
      hint: 'npm install leadchat. For every other framework, or none.',
      code: elementCode(withProxy),
      file: 'leadchat-element.html',
      proxyIn: 'proxy-url',
    },
    {
      title: 'Link and QR code',
      hint: 'The chat as a page of its own, for e-mails, print and apps. Your proxy serves it with "hostedChat": true in its configuration, where all options but form, locale and theme come from. Add campaign parameters, such as utm_source=poster.',
      docs: { link: 'The hosted chat', href: '/docs/hosted-chat' },
      code: hostedAddress,
      file: 'leadchat-address.txt',
      proxyIn: 'the address',
      qr: hostedAddress,
    },
    {
      title: 'Proxy configuration',
      hint: 'A whole file for npx leadchat serve. Replace each <…>; until then the proxy does not start, and says why. The API key goes into the environment as LEADCHAT_API_KEY. If you have a file already, take “forms” and “widget”. With it, the tag on the page can be plain: <script src="…/leadchat.js" async></script>. Attributes of a tag win over it.',
      docs: { link: 'Change it, step by step', href: '/docs/getting-started#change-it' },
      code: proxyConfiguration(configuration),
      file: proxyConfigurationFile,
    },
    {
      title: 'Content Security Policy',
      hint: 'What the policy of the page must allow, for the script tag and for the tag with hashes.',
      code: policyCode(snippet),
      file: 'content-security-policy.txt',
      proxyIn: 'every address',
    },
  ];
}

function tagManagerCode(options: JsonObject, scriptUrl: string): string {
  // Tag Manager replaces {{variables}}, also within JSON strings.
  const json = inlineScript(options).replaceAll('{{', '{\\u007b');
  return `<script>
  ${commandQueueStub};
  LeadChat('init', ${json.replaceAll('\n', '\n  ')});
</script>
<script ${attribute('src', scriptUrl)} async></script>`;
}

function reactCode(options: JsonObject): string {
  const props = Object.entries(options).map(([name, value]) => `      ${jsxProp(name, value)}`);
  return `import { LeadChat } from 'leadchat/react';

export function Chat() {
  return (
    <LeadChat
${props.join('\n')}
    />
  );
}`;
}

function jsxProp(name: string, value: Json): string {
  if (value === true) return name;
  // JSX attributes cannot escape quotes and line ends.
  if (typeof value === 'string' && !/["\n\r&{}\\]/.test(value)) return `${name}="${value}"`;
  return `${name}={${JSON.stringify(value)}}`;
}

function vueCode(options: JsonObject): string {
  return `<script setup>
import { LeadChat } from 'leadchat/vue';

const options = ${inlineScript(options)};
</script>

<template>
  <LeadChat v-bind="options" />
</template>`;
}

function elementCode(options: JsonObject): string {
  const attributes = Object.entries(options).map(([name, value]) => `  ${attribute(kebabCase(name), value)}`);
  return `<script type="module">
  import 'leadchat/element';
</script>

<lead-chat
${attributes.join('\n')}
></lead-chat>`;
}

function policyCode({ current, pinned }: Snippet): string {
  return `Content-Security-Policy: ${policyText(current.csp)}

# With hashes:
Content-Security-Policy: ${policyText(pinned.csp)}`;
}

function inlineScript(value: Json): string {
  return inlineJson(value) === JSON.stringify(value) ? JSON.stringify(value, null, 2) : inlineJson(value);
}
