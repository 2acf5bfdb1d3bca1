// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { readAttribution } from '../../../src/core/leads/attribution.ts';
import { getStorage } from '../../../src/options/get-storage.ts';
import { readOptions } from '../../../src/options/read-options.ts';

afterEach(() => localStorage.clear());

describe('attribution', () => {
  const first = {
    url: 'https://shop.example/a?utm_source=ads&gclid=G1&other=x#y',
    referrer: 'https://search.example/?q=teeth',
  };
  const second = { url: 'https://shop.example/b?utm_source=mail', referrer: 'https://shop.example/a' };

  it('stores the first and the last touch, where it may store them', () => {
    const touch = {
      utm_source: 'ads',
      gclid: 'G1',
      referrer: 'https://search.example/?q=teeth',
      landing_page: 'https://shop.example/a',
    };
    expect(readAttribution({ ...first, storage: localStorage })).toEqual({ first: touch, last: touch });
    expect(readAttribution({ ...second, storage: localStorage })).toEqual({
      first: touch,
      last: { utm_source: 'mail', landing_page: 'https://shop.example/b' },
    });
  });

  it('does not count a further page of the same site as a touch', () => {
    const { last } = readAttribution({ ...first, storage: localStorage });
    const next = { url: 'https://shop.example/c', referrer: 'https://shop.example/a' };
    expect(readAttribution({ ...next, storage: localStorage }).last).toEqual(last);
    expect(readAttribution({ ...next, storage: null }).last).toEqual({ landing_page: 'https://shop.example/c' });
  });

  it('stores nothing without consent', () => {
    const { options } = readOptions({ proxy: {}, attributes: {}, overrides: { consent: 'required' } });
    readAttribution({ ...first, storage: getStorage(options) });
    expect(localStorage).toHaveLength(0);
  });

  it('survives corrupt and blocked storage', () => {
    localStorage.setItem('leadchat-attribution', '{"first":{"utm_source":7,"evil":"x"}}');
    expect(readAttribution({ ...second, storage: localStorage }).first).toEqual({});
    const blocked = {
      getItem: () => {
        throw new Error('blocked');
      },
      setItem: () => {},
    };
    expect(readAttribution({ ...second, storage: blocked }).first).toEqual(
      readAttribution({ ...second, storage: null }).last,
    );
  });
});
