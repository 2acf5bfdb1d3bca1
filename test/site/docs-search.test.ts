import { expect, it } from 'vitest';
import { docsSections } from '../../build/site/docs.ts';
import { createIndex, search } from '../../src/site/docs/search-index.ts';

const index = createIndex(docsSections());

/** The page that a reader who asks this has to see first. */
it.each([
  // A marketer.
  ['How many employees', 'forms'],
  ['Slack', 'integrations'],
  ['GDPR', 'security'],
  ['WordPress', 'install'],
  ['Shopify', 'install'],
  ['Google Tag Manager', 'tag-manager'],
  ['opening hours', 'hours-and-starters'],
  ['change the color', 'theming'],
  ['change the greeting', 'settings'],
  ['cookie banner', 'consent-platforms'],
  ['A/B test', 'experiments'],
  ['which of two greetings brings more leads', 'experiments'],
  ['where do my leads come from', 'conversion'],
  ['conversion', 'conversion'],
  ['Google Ads', 'integrations'],
  ['call me back', 'callbacks'],
  ['other languages', 'languages'],
  ['link or QR code', 'hosted-chat'],
  ['a button of my page opens the chat', 'page-buttons'],
  ['consent', 'forms'],
  ['data protection', 'security'],
  ['Zapier', 'integrations'],
  ['Wix', 'install'],
  ['holidays', 'hours-and-starters'],
  ['how do I change the text', 'settings'],
  ['Cookiebot', 'consent-platforms'],
  // Who runs the proxy.
  ['backup', 'operations'],
  ['delete a person', 'operations'],
  ['upgrade', 'deploy'],
  ['nginx', 'deploy'],
  ['Postgres', 'scaling'],
  ['lead refused', 'troubleshooting'],
  ['spam', 'abuse'],
  ['alerts', 'alerts'],
  ['API key', 'security'],
  ['two servers', 'scaling'],
  ['chat does not appear', 'troubleshooting'],
  ['restore', 'operations'],
  ['docker', 'deploy'],
  // Who builds with it.
  ['React', 'frameworks'],
  ['events', 'events'],
  ['webhook signature', 'webhooks'],
  ['known visitor signed in', 'signed-visitors'],
  ['screen reader', 'accessibility'],
  ['minFillMs', 'reference'],
  ['retentionDays', 'reference'],
])('finds for “%s” first the page %s', (question, page) => {
  const pages = search(index, question).map(({ id }) => String(id).replace(/^\/docs\/|#.*$/g, ''));
  expect(pages[0], pages.slice(0, 5).join(', ')).toBe(page);
});
