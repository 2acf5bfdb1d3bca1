import { readFileSync } from 'node:fs';
import { languageNames } from '../src/i18n/index.ts';
import { texts as en } from '../src/i18n/locales/en.ts';

/** A schema key with its doc comment. */
export type DocumentedKey = { key: string; text: string; defaultValue: string | undefined };

const sections = [
  {
    title: 'Widget options',
    intro:
      'The same options as `data-*` attributes of the script tag (kebab-case), in `LeadChat.init({…})`, and as `widget` in the proxy’s configuration. Precedence: call, attribute, proxy’s configuration, default.',
    file: 'src/options/schema.ts',
    schema: 'optionsSchema',
  },
  {
    title: 'Pages: `pages[]`',
    intro: 'An entry has a `url`, and any of the options above except `pages` ([Pages](pages.md)).',
    file: 'src/options/schema.ts',
    schema: 'pageKeys',
  },
  {
    title: 'Experiments: `experiments[]`',
    intro: '[Which of two is better](experiments.md).',
    file: 'src/options/schema.ts',
    schema: 'experimentKeys',
  },
  {
    title: 'Variants: `experiments[].variants[]`',
    intro:
      'A variant also has any of the options above, except `experiments`, `pages`, and those about the connection, storage and analytics ([Experiments](experiments.md#what-a-variant-can-change)).',
    file: 'src/options/schema.ts',
    schema: 'variantKeys',
  },
  {
    title: 'Triggers: `triggers[]`',
    intro: 'A trigger has a `type`, and for some types one more key:',
    file: 'src/options/trigger.ts',
    schema: 'trigger',
  },
  {
    title: 'Every trigger: `triggers[]`',
    intro: 'All types also accept these keys ([Triggers and teasers](triggers.md)):',
    file: 'src/options/trigger.ts',
    schema: 'common',
  },
  {
    title: 'When the form is offered: `askAfter`',
    intro: '[The form in the conversation](forms.md#the-form-in-the-conversation).',
    file: 'src/options/schema.ts',
    schema: 'offerCondition',
  },
  {
    title: 'Opening hours of the site: `hours`',
    intro: 'What happens outside them: [Starters, opening hours, and leads without a chat](hours-and-starters.md).',
    file: 'src/options/schema.ts',
    schema: 'siteHours',
  },
  {
    title: 'Days and times: `hours.open[]`, and a call-back’s `hours[]`',
    intro: '',
    file: 'src/protocol/opening-hours.ts',
    schema: 'openingHours',
  },
  {
    title: 'Holidays: `hours.closed[]`, and a call-back’s `closed[]`',
    intro: '',
    file: 'src/protocol/closed-days.ts',
    schema: 'closedDays',
  },
  {
    title: 'Proxy configuration',
    intro:
      '`leadchat.config.ts`, `.js` or `.json` in the working folder, or `--config FILE`. Environment variables override the file.',
    file: 'src/proxy/config/schema.ts',
    schema: 'proxyConfigSchema',
  },
  {
    title: 'Forms: `forms.<name>`',
    intro: 'A browser selects a form by its name. Only the proxy’s configuration sets tags, journeys and agents.',
    file: 'src/proxy/config/form-schema.ts',
    schema: 'formSchema',
  },
  {
    title: 'A form’s journey: `forms.<name>.journey`',
    intro: '',
    file: 'src/proxy/config/form-schema.ts',
    schema: 'journey',
  },
  {
    title: 'A form’s call-back: `forms.<name>.callback`',
    intro: '',
    file: 'src/proxy/config/form-schema.ts',
    schema: 'callback',
  },
  {
    title: 'A form’s routes: `forms.<name>.routes[]`',
    intro: 'What the answers decide: [Routes](forms.md#routes).',
    file: 'src/proxy/config/form-schema.ts',
    schema: 'route',
  },
  {
    title: 'A form’s fields: `forms.<name>.fields[]`, and the widget’s `fields`',
    intro: '`phone` is always present and required.',
    file: 'src/protocol/form.ts',
    schema: 'formField',
  },
  {
    title: 'A form’s consent: `forms.<name>.consent`',
    intro: 'What the proxy records: [Forms and consent](forms.md#consent).',
    file: 'src/protocol/form.ts',
    schema: 'formConsent',
  },
  {
    title: 'Webhooks: `webhooks[]`',
    intro: 'What is posted, and how to verify it: [Webhooks](webhooks.md).',
    file: 'src/proxy/config/webhook-schema.ts',
    schema: 'webhookSchema',
  },
  {
    title: 'Operators: `operators[]`',
    intro: 'What each role may do: [Operators](operators.md).',
    file: 'src/proxy/config/operators-schema.ts',
    schema: 'operatorSchema',
  },
  {
    title: 'Limits: `limits.<name>`',
    intro: 'Each limit is `{ points, seconds }`, or `false` to turn it off.',
    file: 'src/proxy/config/limits-schema.ts',
    schema: 'limitsSchema',
  },
  {
    title: 'Assumptions: `assumptions.<name>`',
    intro:
      'leadchat’s assumptions where the service API is silent. `npm run doctor` and `npm run contract` check them.',
    file: 'src/protocol/service/assumptions.ts',
    schema: 'assumptionsSchema',
  },
];

/** An example with every key of the proxy's configuration. */
export const exampleConfigFile = 'examples/complete.config.json';

/** The schemas whose doc comments the package's declarations get, by file. The kinds of triggers share no object. */
export const documentedSchemas: readonly { file: string; schema: string }[] = sections.filter(
  ({ schema }) => schema !== 'trigger',
);

/** The Markdown reference of all options and settings, generated from the doc comments of their schemas. */
export function reference(): string {
  const chapters = sections.map(({ title, intro, file, schema }) => {
    const rows = documentedKeys(readFileSync(file, 'utf8'), schema).map(
      ({ key, text, defaultValue }) =>
        `| \`${key}\` | ${defaultValue === undefined ? '–' : cell(defaultValue)} | ${cell(text)} |`,
    );
    if (rows.length === 0) throw new Error(`${file} has no documented key in ${schema}`);
    const table = ['| key | default | meaning |', '|---|---|---|', ...rows].join('\n');
    return [`## ${title}`, intro, table].filter((part) => part !== '').join('\n\n');
  });
  return `# Reference\n\nGenerated from the schemas’ own comments by \`npm run reference\`.\n\n${[...chapters, exampleSection(), textsSection()].join('\n\n')}\n`;
}

function exampleSection(): string {
  return [
    '## A complete configuration',
    'Almost every key, with secrets as placeholders; keep yours in environment variables. A test reads it as the proxy does.',
    ['```json', readFileSync(exampleConfigFile, 'utf8').trim(), '```'].join('\n'),
  ].join('\n\n');
}

/** The texts that the option `texts` can replace. */
function textsSection(): string {
  const names = Object.entries(languageNames).map(([code, name]) => `\`${code}\` ${name}`);
  const rows = Object.entries(en).map(([key, text]) => {
    const forms = typeof text === 'string' ? [text] : Object.values(text);
    return `| \`${key}\` | ${forms.map(cell).join(' · ')} |`;
  });
  return [
    '## Texts: `texts.<key>`',
    `The widget speaks ${names.join(', ')}. \`texts\` replaces single texts in any of them. \`{name}\` stands for a value; where a number decides, a text can be an object with the plural forms of \`Intl.PluralRules\`: \`{ one: '{count} message', other: '{count} messages' }\`.`,
    ['| key | English |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

/** The keys below `const <schema> = …`, with dotted paths for nested ones, that have a doc comment. Follows `...spread` objects. */
export function documentedKeys(source: string, schema: string): DocumentedKey[] {
  const lines = source.split('\n');
  const first = lines.findIndex((line) => new RegExp(`^(?:export )?const ${schema}\\b`).test(line));
  const found: DocumentedKey[] = [];
  const parents: { indent: number; key: string }[] = [];
  let comment: string | undefined;
  for (const line of lines.slice(first + 1)) {
    if (/^\S/.test(line)) break;
    const doc = /^\s*\/\*\* (.*) \*\/$/.exec(line)?.[1];
    if (doc !== undefined) {
      comment = doc;
      continue;
    }
    const spread = /^ {2}\.\.\.(\w+),$/.exec(line)?.[1];
    if (spread !== undefined) found.push(...documentedKeys(source, spread));
    const [, space = '', key] = /^(\s+)(\w+)(?:: |,$)/.exec(line) ?? [];
    if (key === undefined) continue;
    while ((parents.at(-1)?.indent ?? -1) >= space.length) parents.pop();
    const path = [...parents.map((parent) => parent.key), key].join('.');
    parents.push({ indent: space.length, key });
    if (comment !== undefined) found.push({ key: path, ...split(comment) });
    comment = undefined;
  }
  return found;
}

function split(comment: string): { text: string; defaultValue: string | undefined } {
  const [text = '', defaultValue] = comment.split(/\s*@default\s*/);
  return { text, defaultValue };
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
