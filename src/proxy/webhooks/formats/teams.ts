import type { WebhookEvent } from '../../../protocol/proxy/webhook.ts';
import { summarize } from './summary.ts';

/**
 * The body of a Teams workflow ("When a Teams webhook request is received"): a message with an Adaptive Card. Text runs
 * know no Markdown, so a visitor's values contain no links.
 */
export function teamsMessage(event: WebhookEvent, timeZone: string) {
  const { title, lines } = summarize(event, timeZone);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: title,
          msteams: { width: 'Full' },
          body: [
            textBlock({ type: 'TextRun', text: title, size: 'Large', weight: 'Bolder' }),
            ...lines.map(({ label, value }) =>
              textBlock({ type: 'TextRun', text: `${label}: `, weight: 'Bolder' }, { type: 'TextRun', text: value }),
            ),
          ],
        },
      },
    ],
  };
}

type TextRun = { type: 'TextRun'; text: string; weight?: 'Bolder'; size?: 'Large' };

function textBlock(...inlines: TextRun[]) {
  return { type: 'RichTextBlock', inlines };
}
