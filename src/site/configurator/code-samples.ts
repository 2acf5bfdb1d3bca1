import type { PublicConfig } from '../../protocol/index.ts';
import {
  inlineJson,
  kebabCase,
  makeSnippet,
  type PublishedBuild,
  policyText,
  type Snippet,
} from '../../snippet/index.ts';
import type { Configuration } from './configuration.ts';
import type { Json } from './option-schemas.ts';

export type CodeSample = { title: string; hint: string; code: string };

export type SampleDeps = {
  /** Address of the proxy for the code. */
  proxyUrl: string;
  /** The build that the proxy serves. */
  build: PublishedBuild;
  /** The proxy's public configuration. */
  publicConfig: PublicConfig;
};

/** The code for a configuration, for each way to install the widget. */
export async function codeSamples(configuration: Configuration, deps: SampleDeps): Promise<CodeSample[]> {
  const { proxyUrl: _, ...options } = configuration;
  const base = new URL(`${deps.proxyUrl.replace(/\/+$/, '')}/`);
  const snippet = await makeSnippet({
    base,
    isProxy: true,
    build: deps.build,
    options,
    config: deps.publicConfig,
  });
  const withProxy = { proxyUrl: deps.proxyUrl, ...options };
  return [
    {
      title: 'Script tag',
      hint: 'Paste it into the page. It follows upgrades by itself.',
      code: snippet.current.tag,
    },
    {
      title: 'Script tag with hashes',
      hint: 'Browsers run exactly these bytes. Put it before other modules of the page, and copy it again after an upgrade.',
      code: snippet.pinned.tags.join('\n'),
    },
    { title: 'React', hint: 'npm install leadchat. React 18 and later.', code: reactCode(withProxy) },
    { title: 'Vue', hint: 'npm install leadchat. Vue 3.4 and later.', code: vueCode(withProxy) },
    {
      title: 'Element',
      hint: 'npm install leadchat. For every other framework, or none.',
      code: elementCode(withProxy),
    },
    {
      title: 'Proxy configuration',
      hint: 'Part of leadchat.config.json. Every page that loads the script from this proxy then gets these options.',
      code: proxyCode(options),
    },
    {
      title: 'Content Security Policy',
      hint: 'What the policy of the page must allow, for the script tag and for the tag with hashes.',
      code: policyCode(snippet),
    },
  ];
}

function reactCode(options: Configuration): string {
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
  // JSX attributes have no escapes for quotes and line ends.
  if (typeof value === 'string' && !/["\n\r&{}\\]/.test(value)) return `${name}="${value}"`;
  return `${name}={${JSON.stringify(value)}}`;
}

function vueCode(options: Configuration): string {
  return `<script setup>
import { LeadChat } from 'leadchat/vue';

const options = ${inlineScript(options)};
</script>

<template>
  <LeadChat v-bind="options" />
</template>`;
}

function elementCode(options: Configuration): string {
  const attributes = Object.entries(options).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `  ${kebabCase(name)}="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
  });
  return `<script type="module">
  import 'leadchat/element';
</script>

<lead-chat
${attributes.join('\n')}
></lead-chat>`;
}

/** The form's fields and its consent are the proxy's, which checks them; everything else is `widget`. */
function proxyCode({ fields, consentText, form, ...widget }: Configuration): string {
  const settings = {
    ...(fields === undefined ? {} : { fields }),
    ...(consentText === undefined ? {} : { consent: { text: consentText, version: '1' } }),
  };
  const forms =
    Object.keys(settings).length === 0 ? {} : { forms: { [typeof form === 'string' ? form : 'default']: settings } };
  return JSON.stringify({ ...forms, widget: { ...(form === undefined ? {} : { form }), ...widget } }, null, 2);
}

function policyCode({ current, pinned }: Snippet): string {
  return `Content-Security-Policy: ${policyText(current.csp)}

# With hashes:
Content-Security-Policy: ${policyText(pinned.csp)}`;
}

function inlineScript(value: Json): string {
  return inlineJson(value) === JSON.stringify(value) ? JSON.stringify(value, null, 2) : inlineJson(value);
}
