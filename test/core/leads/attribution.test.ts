// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { readAttribution } from '../../../src/core/leads/attribution.ts';
import { readOptions } from '../../../src/options/read-options.ts';
import { getStorage } from '../../../src/options/stored-data.ts';
import { cleanUrl, type ParameterRules, pageUrl } from '../../../src/protocol/proxy/page-address.ts';

const rules: ParameterRules = { keep: [], dropsClickIds: false };

afterEach(() => localStorage.clear());

describe('attribution', () => {
  const first = {
    url: 'https://shop.example/a?utm_source=ads&gclid=G1&other=x#y',
    referrer: 'https://search.example/?q=teeth',
  };
  const second = { url: 'https://shop.example/b?utm_source=mail', referrer: 'https://shop.example/a' };

  it('stores the first and the last touch if storing is allowed', () => {
    const touch = {
      utm_source: 'ads',
      gclid: 'G1',
      referrer: 'https://search.example/',
      landing_page: 'https://shop.example/a',
    };
    expect(readAttribution({ ...first, earlierPages: [], rules, storage: localStorage })).toEqual({
      first: touch,
      last: touch,
    });
    expect(readAttribution({ ...second, earlierPages: [], rules, storage: localStorage })).toEqual({
      first: touch,
      last: { utm_source: 'mail', landing_page: 'https://shop.example/b' },
    });
  });

  it('keeps only the named parameters of landing page and referrer, also in data that earlier builds stored', () => {
    const keepsQuery = { keep: ['q'], dropsClickIds: false };
    const page = {
      url: 'https://shop.example/a?q=1&token=x&utm_source=ads#y',
      referrer: 'https://search.example/?q=2&r=3',
    };
    const { first: touch } = readAttribution({ ...page, earlierPages: [], rules: keepsQuery, storage: null });
    expect(touch).toEqual({
      utm_source: 'ads',
      referrer: 'https://search.example/?q=2',
      landing_page: 'https://shop.example/a?q=1',
    });
    const stored = { first: { referrer: 'https://search.example/?q=2&token=x#y' }, last: {} };
    localStorage.setItem('leadchat-attribution', JSON.stringify(stored));
    const known = readAttribution({ ...second, earlierPages: [], rules, storage: localStorage });
    expect(known.first).toEqual({ referrer: 'https://search.example/' });
  });

  it.each([
    [
      'https://a.example/b?token=x&utm_id=1&gclid=2&fbclid=3&msclkid=4#e',
      'https://a.example/b?utm_id=1&gclid=2&fbclid=3&msclkid=4',
    ],
    [
      'https://a.example/b?gbraid=1&wbraid=2&id=x&dclid=3&ttclid=4&li_fat_id=5&twclid=6&yclid=7',
      'https://a.example/b?gbraid=1&wbraid=2&dclid=3&ttclid=4&li_fat_id=5&twclid=6',
    ],
    ['https://a.example/b?page=2&token=x&page=3', 'https://a.example/b?page=2&page=3'],
    ['https://user:secret@a.example/#/reset?token=x', 'https://a.example/'],
    ['https://a.example/?UTM_SOURCE=x&my_utm_source=y&utm', 'https://a.example/'],
    ['android-app://com.search.app/?x=1', 'android-app://com.search.app/'],
    ['', ''],
    ['about:client', 'about:client'],
    ['no address', ''],
  ])('takes from %s only what may leave the page', (address, clean) => {
    expect(cleanUrl(address, { keep: ['page'], dropsClickIds: false })).toBe(clean);
  });

  it('drops click ids of every touch, also stored and named ones, where they must not leave the browser', () => {
    const url = 'https://shop.example/b?utm_source=mail&twclid=T1&product=7';
    localStorage.setItem('leadchat-attribution', JSON.stringify({ first: { gclid: 'G1', utm_term: 'a' }, last: {} }));
    const withoutClickIds = { keep: ['twclid', 'product'], dropsClickIds: true };
    const page = { url, referrer: '', earlierPages: ['https://shop.example/a?wbraid=W1'], rules: withoutClickIds };
    const last = { utm_source: 'mail', landing_page: 'https://shop.example/b?product=7' };
    expect(readAttribution({ ...page, storage: localStorage })).toEqual({ first: { utm_term: 'a' }, last });
    expect(localStorage.getItem('leadchat-attribution')).not.toMatch(/G1|T1|W1/);
    expect(cleanUrl(url, withoutClickIds)).toBe('https://shop.example/b?utm_source=mail&product=7');
  });

  it('says which page the visitor is on, without campaign parameters', () => {
    const url = 'https://shop.example/b?utm_source=mail&gclid=G1&product=7&token=x#part';
    expect(pageUrl(url, { keep: ['product'], dropsClickIds: false })).toBe('https://shop.example/b?product=7');
  });

  it('has the first of the earlier pages as first touch, and the last campaign as last touch', () => {
    const earlierPages = [
      'https://shop.example/?utm_source=ads&token=x',
      'https://shop.example/sale?utm_source=mail',
      'https://shop.example/a',
    ];
    const page = { ...second, url: 'https://shop.example/b', earlierPages, rules };
    const attribution = {
      first: { utm_source: 'ads', landing_page: 'https://shop.example/' },
      last: { utm_source: 'mail', landing_page: 'https://shop.example/sale' },
    };
    expect(readAttribution({ ...page, storage: null })).toEqual(attribution);
    expect(readAttribution({ ...page, storage: localStorage })).toEqual(attribution);
    const later = { ...page, earlierPages: ['https://shop.example/?gclid=1'], storage: localStorage };
    expect(readAttribution(later)).toEqual({
      first: attribution.first,
      last: { gclid: '1', landing_page: 'https://shop.example/' },
    });
  });

  it('does not count another page of the same site as a touch', () => {
    const { last } = readAttribution({ ...first, earlierPages: [], rules, storage: localStorage });
    const next = { url: 'https://shop.example/c', referrer: 'https://shop.example/a' };
    expect(readAttribution({ ...next, earlierPages: [], rules, storage: localStorage }).last).toEqual(last);
    expect(readAttribution({ ...next, earlierPages: [], rules, storage: null }).last).toEqual({
      landing_page: 'https://shop.example/c',
    });
  });

  it('stores nothing without consent', () => {
    const { options } = readOptions({ proxy: {}, attributes: {}, overrides: { consent: 'required' } });
    readAttribution({ ...first, earlierPages: [], rules, storage: getStorage(options) });
    expect(localStorage).toHaveLength(0);
  });

  it('survives corrupt and blocked storage', () => {
    localStorage.setItem('leadchat-attribution', '{"first":{"utm_source":7,"evil":"x"}}');
    expect(readAttribution({ ...second, earlierPages: [], rules, storage: localStorage }).first).toEqual({});
    const blocked = {
      getItem: () => {
        throw new Error('blocked');
      },
      setItem: () => {},
    };
    expect(readAttribution({ ...second, earlierPages: [], rules, storage: blocked }).first).toEqual(
      readAttribution({ ...second, earlierPages: [], rules, storage: null }).last,
    );
  });
});
