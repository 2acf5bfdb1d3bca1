import { test } from '../support/example.ts';
import { useOnePage } from '../support/example-journey.ts';

test.use({ example: 'react' });

test('a visitor of a React page opens the chat with a custom button, leaves a lead and chats', ({ page, stack }) =>
  useOnePage(page, { stack, url: stack.site, phone: '(415) 555-2691' }));
