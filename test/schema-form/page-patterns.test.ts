import { describe, expect, it } from 'vitest';
import { type PagePattern, pagesInWords, readPattern, writePattern } from '../../src/schema-form/page-patterns.ts';
import { pageSentence } from '../../src/schema-form/page-sentences.ts';
import { settingWords } from '../../src/schema-form/setting-words.ts';
import { sentenceText, triggerSentence } from '../../src/schema-form/trigger-sentences.ts';

describe('patterns of pages as people say them', () => {
  it.each<[string, PagePattern, string]>([
    ['^/prices', { kind: 'begins', text: '/prices' }, 'pages that begin with /prices'],
    ['^/blog*', { kind: 'begins', text: '/blog*' }, 'pages that begin with /blog'],
    ['^/$', { kind: 'is', text: '/' }, 'the home page'],
    ['^/blog/*/comments$', { kind: 'is', text: '/blog/*/comments' }, 'the page /blog/*/comments'],
    ['/prices', { kind: 'contains', text: '/prices' }, 'pages whose address contains /prices'],
    ['utm_source=ad*', { kind: 'contains', text: 'utm_source=ad*' }, 'pages whose address contains utm_source=ad'],
    ['/thanks$', { kind: 'ends', text: '/thanks' }, 'pages whose address ends with /thanks'],
  ])('say %s, and write it again', (pattern, read, words) => {
    expect(readPattern(pattern)).toEqual(read);
    expect(writePattern(read)).toBe(pattern);
    expect(pagesInWords(pattern)).toBe(words);
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
      'On pages that begin with /prices, after 20 seconds: show the greeting “Questions?”',
    ],
    [{ type: 'delay', seconds: 1, action: 'open' }, 'On every page, after 1 second: open the chat'],
    [
      { type: 'scroll', percent: 60, everyHours: 0 },
      'On every page, after scrolling down 60 %: show the greeting, every time',
    ],
    [
      { type: 'exit', everyHours: 100, url: '^/$' },
      'On the home page, when the mouse leaves at the top: show the greeting, at most once in 100 hours',
    ],
    [{ type: 'url', url: '/jobs' }, 'On pages whose address contains /jobs, at once: show the greeting'],
    [{ type: 'delay' }, 'On every page, after … seconds: show the greeting'],
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
        hours: { timeZone: 'UTC', open: [] },
        leadForm: 'later',
        askAfter: { answers: 2 },
      },
      'On pages that begin with /jobs: show the chat with the form “jobs”, the greeting “Hallo”, its own opening hours, the form in the conversation, and the form offered after the second answer',
    ],
    [{ url: '' }, 'On …: nothing different yet'],
    [
      { url: '^/$', theme: 'dark', position: 'bottom-left', expandable: false, away: 'hidden', locale: 'de' },
      'On the home page: show the chat in dark colors, at the bottom left, without a button that enlarges it, only during the opening hours, and in Deutsch',
    ],
    [
      { url: '/a', starters: [], launcherText: '', disclosure: false, avatar: 'https://example.com/a.png', offset: 40 },
      'On pages whose address contains /a: show the chat without questions to start with, without words on the button, without a note about AI, with its own picture, and its own distance from the corner',
    ],
    [
      { url: '/a', askAfter: { answers: 12 }, experiments: [{ name: 'a' }] },
      'On pages whose address contains /a: show the chat with the form offered after 12 answers and an experiment',
    ],
    [
      { url: '/a', resumeDays: 3, storage: 'none' },
      'On pages whose address contains /a: show the chat with its own settings from “All options”',
    ],
  ])('say what is different on some pages: %j', (entry, words) => {
    expect(sentenceText(pageSentence(entry))).toBe(words);
  });

  it('know what each value of a choice does', () => {
    for (const [name, { choices = {}, does = {} }] of Object.entries(settingWords)) {
      expect(Object.keys(does), name).toEqual(expect.arrayContaining(Object.keys(choices)));
    }
  });
});
