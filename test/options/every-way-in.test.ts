// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { listOptionProblems, type OptionSources, optionsSchema, readOptions } from '../../src/options/index.ts';
import { fixedOptions } from '../../src/options/variant-rules.ts';
import { fileOnlyOptions } from '../../src/protocol/file-only-options.ts';
import { applySettings } from '../../src/proxy/settings/apply-settings.ts';
import { publicConfigOf } from '../../src/proxy/widget/public-config.ts';
import { groupedOptions } from '../../src/schema-form/index.ts';
import { readConfiguration, writeConfiguration } from '../../src/site/configurator/configuration.ts';
import { dataAttributes, scriptTag } from '../../src/snippet/index.ts';
import { configOf } from '../proxy/support/harness.ts';
import { optionSamples, readSamples, samplesBut } from '../support/option-samples.ts';

/** What the panel makes of options, and what it reports about them. */
function read(sources: Partial<OptionSources>) {
  const all = { proxy: {}, attributes: {}, overrides: {}, ...sources };
  return { options: readOptions(all).options, problems: listOptionProblems(all) };
}

/** JSON has no functions, and the samples are those of a file, a link or a page. */
const asJson = (value: unknown): Record<string, never> => JSON.parse(JSON.stringify(value));

const names = Object.keys(optionSamples);
/** Those that the panel reads from a source that may not set all. */
const readBut = (...left: readonly string[]) =>
  Object.fromEntries(Object.entries(readSamples).filter(([name]) => !left.includes(name)));

it('has a sample of every option of the schema', () => {
  expect([...names, 'encodeMessage'].sort()).toEqual(Object.keys(optionsSchema.shape).sort());
});

it.each<[string, readonly string[], () => Partial<OptionSources>]>([
  [
    'an attribute of the script tag, as `snippet` and the configurator write it',
    [],
    () => {
      const place = document.createElement('div');
      // Not a script, which the browser would request.
      place.innerHTML = scriptTag('leadchat.js', dataAttributes(optionSamples)).replaceAll('script', 'p');
      return { attributes: { ...place.querySelector('p')?.dataset } };
    },
  ],
  ['LeadChat.init()', [], () => ({ overrides: optionSamples })],
  ['the proxy’s `widget`', [], () => ({ proxy: asJson(optionSamples) })],
  [
    'an entry of `pages`',
    ['pages'],
    () => ({ overrides: { pages: [{ url: '/prices', ...samplesBut('pages') }] }, path: '/prices' }),
  ],
  [
    'a variant of an experiment',
    [...Object.keys(fixedOptions), 'pages', 'experiments'],
    () => {
      const options = samplesBut(...Object.keys(fixedOptions), 'pages', 'experiments');
      const experiments = [{ name: 'all', variants: [{ name: 'these', ...options }] }];
      return { overrides: { experiments }, path: '/', variants: { all: 'these' } };
    },
  ],
])('takes every option as %s', (_, left, sourcesOf) => {
  const { options, problems } = read(sourcesOf());
  expect(problems).toEqual([]);
  expect(options).toMatchObject(readBut(...left));
});

it('refuses in an experiment what must be the same for all', () => {
  const fixed = Object.entries(optionSamples).filter(([name]) => Object.hasOwn(fixedOptions, name));
  for (const [name, value] of fixed) {
    const experiments = [{ name: 'all', variants: [{ name: 'these', [name]: value }] }];
    const { options, problems } = read({ overrides: { experiments }, path: '/', variants: { all: 'these' } });
    expect(problems, name).toHaveLength(1);
    expect(Object.hasOwn(options, name) && Reflect.get(options, name), name).not.toEqual(value);
  }
});

it('takes every option from the proxy’s configuration file to its public configuration', () => {
  const config = configOf({ widget: asJson(optionSamples) });
  expect(publicConfigOf(config, 'default')?.widget).toEqual(asJson(optionSamples));
});

it('takes every option from settings but those that only the file sets', () => {
  const { ignored, widget } = applySettings(configOf(), { widget: asJson(optionSamples), forms: {} });
  const fileOnly = fileOnlyOptions.filter((name) => names.includes(name));
  expect(ignored.map(({ path }) => path).sort()).toEqual(fileOnly.map((name) => `widget.${name}`).sort());
  expect(widget).toEqual(asJson(samplesBut(...fileOnly)));
});

it('has a control for every option in the configurator, whose link keeps it', () => {
  const shown = groupedOptions().flatMap(({ options }) => options.map(({ name }) => name));
  expect(shown.sort()).toEqual([...names].sort());
  const link = writeConfiguration({ options: asJson(optionSamples), form: {} });
  expect(readConfiguration({ hash: link }).options).toEqual(asJson(samplesBut(...fileOnlyOptions)));
});
