import { expect, it } from 'vitest';
import { optionsOnPage } from '../../src/options/options-on-page.ts';

const on = (path: string) => new URL(path, 'https://www.example.com');

it('keeps the first entry of pages that applies, for every page', () => {
  const pages = [{ url: '' }, { url: '/prices', title: 'A' }, { url: '/prices/kids', title: 'B' }, { title: 'none' }];
  expect(optionsOnPage({ title: 'Ask', pages }, on('/prices/kids'))).toEqual({
    title: 'Ask',
    pages: [{ url: '*', title: 'A' }],
  });
  expect(optionsOnPage({ pages }, on('/checkout'))).toEqual({ pages: [] });
});

it('keeps the triggers that may fire there, also within entries and variants', () => {
  const always = { type: 'delay', seconds: 3, action: 'open' };
  const there = { type: 'url', url: 'example.com/prices', action: 'open' };
  const elsewhere = { type: 'url', url: '/jobs', action: 'open' };
  const triggers = [always, there, elsewhere];
  const options = {
    triggers,
    pages: [{ url: '/prices', triggers }],
    experiments: [{ name: 'when', variants: [{ name: 'a', triggers }] }],
  };
  const kept = [always, { ...there, url: '*' }];
  expect(optionsOnPage(options, on('/prices'))).toEqual({
    triggers: kept,
    pages: [{ url: '*', triggers: kept }],
    experiments: [{ name: 'when', variants: [{ name: 'a', triggers: kept }] }],
  });
});
