import { globSync, readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { parse } from 'vue/compiler-sfc';
import { callbackName } from '../src/adapters/binding/event-callbacks.ts';
import { attributeKinds, findOptionProblems, widgetEventNames } from '../src/options/index.ts';
import { parseConfig } from '../src/proxy/index.ts';
import { runHere } from './cli/command.ts';
import { type CodeBlock, codeBlocks, place, typeErrors } from './support/code-blocks.ts';

const pages = [
  'README.md',
  'SECURITY.md',
  ...globSync('docs/*.md'),
  ...globSync('examples/**/README.md', { exclude: ['**/node_modules'] }),
];
const blocks = pages.flatMap((page) => codeBlocks(page, readFileSync(page, 'utf8')));
const inLanguage = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));
const packageScripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

/** Style sheets and statements of a database, which other tests load and run, and pictures and prose, which nothing can check. */
const checkedElsewhere = ['css', 'sql', 'mermaid', 'text'];

/** Pages whose first JavaScript with imports is run as it stands: by the test of the example, the token and the receiver. */
const pagesThatRun = ['docs/core.md', 'docs/signed-visitors.md', 'docs/webhooks.md'];
const blocksThatRun = pagesThatRun.map((page) =>
  inLanguage('js').find((block) => block.page === page && block.code.startsWith('import ')),
);

it('knows the language of every code block', () => {
  const languages = ['ts', 'tsx', 'js', 'json', 'vue', 'html', 'sh', 'yaml', ...checkedElsewhere];
  expect(blocks.filter(({ language }) => !languages.includes(language)).map(place)).toEqual([]);
});

it('type-checks every block of TypeScript and JavaScript, and the scripts of HTML', () => {
  const code = inLanguage('ts', 'tsx', 'js').filter((block) => !blocksThatRun.includes(block));
  expect(typeErrors([...code, ...inLanguage('html').flatMap(inlineScripts)])).toEqual([]);
});

describe('every configuration of the docs', () => {
  const files = inLanguage('ts', 'js').filter(({ code }) => code.startsWith('// leadchat.config.'));

  it.each(files.map((block) => [place(block), block] as const))(
    '%s is one that the proxy takes',
    async (_, { code }) => {
      // Secrets come from the environment.
      const withSecrets = code
        .replaceAll(/process\.env\.(\w+_URL)/g, (_, name) => JSON.stringify(`https://hooks.example.com/${name}`))
        .replaceAll(/process\.env\.\w+/g, JSON.stringify(`whsec_${btoa('s'.repeat(32))}`));
      const module: { default: Record<string, unknown> } = await import(
        `data:text/javascript,${encodeURIComponent(withSecrets)}`
      );
      expect(configIssues(module.default)).toEqual([]);
    },
  );

  const objects = inLanguage('json');
  it.each(objects.map((block) => [place(block), block] as const))('%s is JSON, and can be used', (_, { code }) => {
    const content: unknown = JSON.parse(code);
    const isConfig = ['service', 'forms', 'limits', 'webhooks', 'identity'].some((key) => key in Object(content));
    expect(isConfig ? configIssues(Object(content)) : []).toEqual([]);
  });
});

describe('the HTML of the docs', () => {
  it.each(inLanguage('html').map((block) => [place(block), block] as const))('%s has known options', (_, { code }) => {
    const document = parseHtml(code);
    const tags = [...document.querySelectorAll('script[src*="/leadchat"]')];
    const elements = [...document.querySelectorAll('lead-chat')];
    const problems = [
      ...tags.flatMap((tag) => optionProblems(attributesOf(tag, /^data-(.*)$/))),
      ...elements.flatMap((element) =>
        optionProblems(attributesOf(element, /^(?!class$|id$|style$|transition:)(.*)$/)),
      ),
    ];
    expect(problems).toEqual([]);
  });
});

describe('the Vue templates of the docs', () => {
  it.each(inLanguage('vue').map((block) => [place(block), block] as const))('%s have known props', (_, { code }) => {
    const { descriptor, errors } = parse(code.includes('<template') ? code : `<template>${code}</template>`);
    expect(errors).toEqual([]);
    const names = [...String(descriptor.template?.content).matchAll(/<LeadChat\s([^>]*)>/g)].flatMap(([, props = '']) =>
      [...props.matchAll(/(?:^|\s)([:@\w-]+)=/g)].map(([, name = '']) => name),
    );
    expect(names.filter((name) => !isVueProp(name))).toEqual([]);
  });
});

describe('the shell commands of the docs', () => {
  const sources = globSync('{src,test,e2e,bench}/**/*.ts').map((file) => readFileSync(file, 'utf8'));

  it.each(inLanguage('sh').map((block) => [place(block), block] as const))('%s exist', async (_, { code }) => {
    const lines = code.replaceAll('\\\n', ' ').split('\n').map(withoutComment);
    const variables = [...code.matchAll(/\bLEADCHAT_\w+/g)].map(([name]) => name);
    const unknown: string[] = [];
    for (const line of lines) unknown.push(...(await unknownInCommand(line)));
    expect([...unknown, ...variables.filter((name) => !sources.some((source) => source.includes(name)))]).toEqual([]);
  });
});

it('names only metrics that the proxy has', () => {
  const source = readFileSync('src/proxy/server/prom-metrics.ts', 'utf8');
  const rules = readFileSync('deploy/leadchat-alerts.yml', 'utf8');
  const names = rules.match(/(?<=\bleadchat_)\w+/g) ?? [];
  const unknown = names.filter((name) => !source.includes(`'${name.replace(/_(?:bucket|sum|count)$/, '')}'`));
  expect({ isEmpty: names.length === 0, unknown }).toEqual({ isEmpty: false, unknown: [] });
});

/** What the proxy says about a configuration, with the parts that an example leaves out filled in. */
function configIssues(content: Readonly<Record<string, unknown>>): string[] {
  const result = parseConfig({
    flowId: 'f1000000-0000-4000-8000-000000000001',
    origins: ['https://www.example.com'],
    ...content,
    service: {
      baseUrl: 'https://api.example.com/v1',
      hooksUrl: 'https://hooks.example.com',
      wssUrl: 'wss://chat.example.com',
      apiKey: 'key',
      ...Object(content.service),
    },
    ...(content.captcha !== undefined && { captcha: { secret: 'secret', ...Object(content.captcha) } }),
  });
  if (!result.ok) return result.issues;
  return findOptionProblems({ proxy: result.config.widget, attributes: {}, overrides: {} });
}

function parseHtml(html: string) {
  return new new Window().DOMParser().parseFromString(`<body>${html}</body>`, 'text/html');
}

/** Scripts that the page itself contains, as blocks of JavaScript. */
function inlineScripts(block: CodeBlock): CodeBlock[] {
  return [...block.code.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map((match) => ({
    page: block.page,
    line: block.line + block.code.slice(0, match.index).split('\n').length - 1,
    language: 'js',
    code: match[1] ?? '',
  }));
}

/** The attributes whose name matches, by option name. */
function attributesOf(element: Pick<Element, 'getAttributeNames' | 'getAttribute'>, pattern: RegExp) {
  const entries = element.getAttributeNames().flatMap((name): [string, string][] => {
    const kebab = pattern.exec(name)?.[1];
    return kebab === undefined ? [] : [[camelCase(kebab), element.getAttribute(name) ?? '']];
  });
  return Object.fromEntries(entries);
}

function optionProblems(attributes: Record<string, string>): string[] {
  const unknown = Object.keys(attributes).filter((name) => !Object.hasOwn(attributeKinds, name));
  return [...unknown, ...findOptionProblems({ proxy: {}, attributes, overrides: {} })];
}

function isVueProp(name: string): boolean {
  if (name.startsWith('@')) {
    return widgetEventNames.some((event) => callbackName(event) === callbackName(camelCase(name.slice(1))));
  }
  const prop = camelCase(name.replace(/^(?:v-model:|v-bind:|:)/, ''));
  return Object.hasOwn(attributeKinds, prop) || ['id', 'ref', 'defaultOpen'].includes(prop);
}

function camelCase(name: string): string {
  return name.replace(/-./g, (match) => match.slice(1).toUpperCase());
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|\s)#.*$/, '');
}

/** npm scripts, commands of `leadchat` and their options that do not exist. */
async function unknownInCommand(line: string): Promise<string[]> {
  const script = /\bnpm (?:run )?(?:--silent )?([\w:-]+)/.exec(line)?.[1];
  const npmCommands = ['ci', 'install', 'exec', 'pack', 'audit', 'version'];
  if (script !== undefined && !npmCommands.includes(script) && packageScripts[script] === undefined) return [line];
  const command =
    /src\/cli\/main\.ts (\w+)/.exec(packageScripts[script ?? ''] ?? '')?.[1] ??
    /(?:\bnpx |^\s*)leadchat (\w+)/.exec(line)?.[1];
  if (command === undefined) return [];
  const options = [...line.matchAll(/\s--([a-z-]+)/g)].map(([, name = '']) => name);
  const { code, stdout: help } = await runHere([command, '--help']);
  if (code !== 0) return [`leadchat ${command}`];
  const isKnown = (name: string) =>
    ['help', 'silent'].includes(name) ||
    help.includes(`--${name}`) ||
    (command === 'snippet' && Object.hasOwn(attributeKinds, camelCase(name)));
  return options.filter((name) => !isKnown(name)).map((name) => `leadchat ${command} --${name}`);
}
