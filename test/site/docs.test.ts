import { expect, it } from 'vitest';
import { docsSections, renderDocsPage } from '../../build/site/docs.ts';

it('shows figures on the documentation pages without the comments that mark them', () => {
  const html = renderDocsPage('figures');
  expect(html).toContain('leadchat.js, paid by every page');
  expect(html).not.toContain('figures: sizes');
  expect(docsSections().filter(({ text }) => text.includes('end of figures'))).toEqual([]);
});
