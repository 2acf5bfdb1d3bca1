import { test } from '../support/example.ts';
import { useOnePage } from '../support/example-journey.ts';

test.use({ example: 'react' });

test('a page of React asks for a lead and chats, opened by its own button', ({ page, stack }) =>
  useOnePage(page, { stack, url: stack.site, phone: '(415) 555-2691' }));
