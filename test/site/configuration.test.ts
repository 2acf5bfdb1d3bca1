import { describe, expect, it } from 'vitest';
import {
  readConfiguration,
  readConfigurationFile,
  withConnection,
  writeConfiguration,
} from '../../src/site/configurator/configuration.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';
const address = 'wss://evil.example';
const connection = { flowId: 'f1', wssUrl: address, hooksUrl: address, proxyUrl: address, userToken: 'e30.e30.x' };

/** The link that somebody else has written. */
function linkOf(options: object, form: object = {}) {
  return { hash: `#${new URLSearchParams({ options: JSON.stringify(options), form: JSON.stringify(form) })}` };
}

describe('a link to the configurator or its preview', () => {
  // The preview passed the options of the link to the widget: `wssUrl` connected a visitor of the site to any server.
  it('names nothing that the widget connects to', () => {
    const options = {
      title: 'Northlight',
      ...connection,
      pages: [{ url: '/prices', title: 'Prices', ...connection }],
    };
    const expected = { title: 'Northlight', pages: [{ url: '/prices', title: 'Prices' }] };
    expect(readConfiguration(linkOf(options)).options).toEqual(expected);
    const written = writeConfiguration({ options, form: { fields: [{ name: 'pet', proxyUrl: address }] } });
    expect(decodeURIComponent(written)).not.toContain('evil');
    expect(readConfiguration({ hash: written })).toEqual({ options: expected, form: { fields: [{ name: 'pet' }] } });
  });

  // The launcher reads a list that is written as JSON; it passed the check as a text, and the preview connected there.
  it('names nothing in lists that are written as JSON either', () => {
    const variants = [{ name: 'b', title: 'B', ...connection }];
    const experiments = JSON.stringify([{ name: 'a', variants }]);
    const pages = [{ url: '/', title: 'Prices', ...connection, experiments }];
    const clean = [{ name: 'a', variants: [{ name: 'b', title: 'B' }] }];
    const quoted = (list: unknown, times: number): unknown =>
      times === 0 ? list : quoted(JSON.stringify(list), times - 1);
    for (const times of [1, 2, 3]) {
      const link = linkOf({ pages: quoted(pages, times), experiments: quoted(JSON.parse(experiments), times) });
      expect(readConfiguration(link).options).toEqual({
        pages: [{ url: '/', title: 'Prices', experiments: clean }],
        experiments: clean,
      });
    }
    for (const text of ['[{', 'x', '"x"', ''])
      expect(readConfiguration(linkOf({ pages: text })).options.pages).not.toContain('evil');
  });

  // A name became an attribute of the code that the reader copies.
  it.each(['onclick', 'src', 'dangerouslySetInnerHTML', 'x onload', '__proto__', 'constructor', 'encodeMessage'])(
    'sets no attribute %j',
    (name) => {
      const text = `{"title":"Northlight",${JSON.stringify(name)}:"alert(1)"}`;
      const hash = `#${new URLSearchParams({ options: text, form: text })}`;
      const { options, form } = readConfiguration({ hash });
      expect(Object.keys(options)).toEqual(['title']);
      expect(form).toEqual({});
      expect(Object.getPrototypeOf(options)).toBe(Object.prototype);
    },
  );

  it.each(['', '#', '#options=', '#options=[1]', '#options=null', '#options={', '#form=7&options=%'])(
    'is empty for %j',
    (hash) => {
      expect(readConfiguration({ hash })).toEqual({ options: {}, form: {} });
    },
  );
});

describe('the addresses that a user has set', () => {
  it('are added to what a link chooses, and nothing else is', () => {
    const { options } = withConnection(
      { options: { title: 'A' }, form: {} },
      { ...connection, title: 'B', onclick: 'x' },
    );
    expect(options).toEqual({ title: 'A', ...connection });
    for (const nothing of [null, undefined, 'text', []]) {
      expect(withConnection({ options: { title: 'A' }, form: {} }, nothing).options).toEqual({ title: 'A' });
    }
  });
});

describe('a file with a configuration', () => {
  it('sets the options, the form that they name, and the others', () => {
    const file = {
      service: { wssUrl: address, apiKey: 'secret' },
      forms: { default: { tags: ['a'] }, sales: { tags: ['b'], webhook: 'x' }, 'no form': {} },
      names: { [agent]: 'Reception', x: 'nobody' },
      widget: { form: 'sales', title: 'Vets', proxyUrl: address },
    };
    expect(readConfigurationFile(JSON.stringify(file))).toEqual({
      options: { form: 'sales', title: 'Vets' },
      form: { tags: ['b'] },
      forms: { default: { tags: ['a'] } },
      names: { [agent]: 'Reception' },
    });
    expect(readConfigurationFile('{"forms":[],"widget":"x"}')).toEqual({ options: {}, form: {} });
  });

  it('is refused unless it is JSON', () => {
    for (const text of ['', 'export default {}', '[]', '"text"']) expect(readConfigurationFile(text)).toBeUndefined();
  });
});
