import { test } from '../support/example.ts';
import { useOnePage } from '../support/example-journey.ts';

test.use({ example: 'vue' });

test('a visitor of a Vue page opens the chat with a custom button, leaves a lead and chats', ({ page, stack }) =>
  useOnePage(page, { stack, url: stack.site, phone: '(415) 555-2692' }));
