import { describe, expect, it } from 'vitest';
import { type PagePattern, pagesInWords, readPattern, writePattern } from '../../src/schema-form/page-patterns.ts';
import { pageSentence } from '../../src/schema-form/page-sentences.ts';
import { sentenceText, triggerSentence } from '../../src/schema-form/trigger-sentences.ts';

describe('patterns of pages as people say them', () => {
  it.each<[string, PagePattern, string]>([
    ['^/prices', { kind: 'begins', text: '/prices' }, 'pages that begin with /prices'],
    ['^/blog*', { kind: 'begins', text: '/blog*' }, 'pages that begin with /blog'],
    ['^/$', { kind: 'is', text: '/' }, 'the home page'],
    ['^/blog/*/comments$', { kind: 'is', text: '/blog/*/comments' }, 'the page /blog/*/comments'],
    ['/prices', { kind: 'contains', text: '/prices' }, 'pages whose address contains /prices'],
    ['utm_source=ad*', { kind: 'contains', text: 'utm_source=ad*' }, 'pages whose address contains utm_source=ad'],
    ['/thanks$', { kind: 'ends', text: '/thanks' }, 'pages that end with /thanks'],
  ])('say %s, and write it again', (pattern, read, words) => {
    expect(readPattern(pattern)).toEqual(read);
    expect(writePattern(read)).toBe(pattern);
    const said = pagesInWords(pattern);
    expect(`${said.words} ${said.text}`.trim()).toBe(words);
  });

  it('are every page without a text', () => {
    for (const pattern of [undefined, '', '*']) expect(readPattern(pattern).kind).toBe('all');
    expect(writePattern({ kind: 'all', text: '/prices' })).toBeUndefined();
    // Half filled in: it must not mean every page that begins with a slash.
    for (const kind of ['begins', 'is', 'contains', 'ends'] as const) expect(writePattern({ kind, text: '' })).toBe('');
  });

  it('take a pasted address, and a path without its slash', () => {
    expect(writePattern({ kind: 'is', text: 'https://www.example.com/jobs?from=ad#top' })).toBe('^/jobs$');
    expect(writePattern({ kind: 'begins', text: 'prices' })).toBe('^/prices');
  });
});

describe('sentences', () => {
  it.each([
    [
      { type: 'delay', seconds: 20, url: '^/prices', text: { de: 'Fragen?', en: 'Questions?' } },
      'After 20 seconds on pages that begin with /prices: show the greeting “Questions?”',
    ],
    [{ type: 'delay', seconds: 1, action: 'open' }, 'After 1 second on every page: open the chat'],
    [
      { type: 'scroll', percent: 60, everyHours: 0 },
      'After scrolling through 60 % on every page: show the greeting, each time they come',
    ],
    [
      { type: 'exit', everyHours: 100, url: '^/$' },
      'When the mouse leaves the page at the top on the home page: show the greeting, at most once in 100 hours',
    ],
    [{ type: 'url', url: '/jobs' }, 'At once on pages whose address contains /jobs: show the greeting'],
    [{ type: 'delay' }, 'After … seconds on every page: show the greeting'],
  ])('say when the chat greets: %j', (trigger, words) => {
    expect(sentenceText(triggerSentence(trigger))).toBe(words);
  });

  it.each([
    [{ url: '^/checkout', hidden: true, form: 'jobs' }, 'On pages that begin with /checkout: hide the chat'],
    [{ url: '/jobs' }, 'On pages whose address contains /jobs: nothing different yet'],
    [
      {
        url: '^/jobs',
        form: 'jobs',
        greeting: { de: 'Hallo' },
        hours: {},
        leadForm: 'later',
        askAfter: { answers: 2 },
      },
      'On pages that begin with /jobs: show the form “jobs”, the greeting “Hallo”, its own opening hours, when visitors are asked “In the conversation”, and its own moment when the form is offered',
    ],
    [{ url: '' }, 'On …: nothing different yet'],
  ])('say what is different on some pages: %j', (entry, words) => {
    expect(sentenceText(pageSentence(entry))).toBe(words);
  });
});
