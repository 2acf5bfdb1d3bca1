import type { WebhookEvent } from '../../../protocol/index.ts';
import { summarize } from './summary.ts';

/** The longest text of a section in Slack. */
const maxTextLength = 3000;

/**
 * The body of Slack's incoming webhooks: blocks, and a text for notifications. A visitor's values are escaped, so that they
 * mention nobody and contain no links of their own.
 */
export function slackMessage(event: WebhookEvent, timeZone: string) {
  const { title, lines } = summarize(event, timeZone);
  const details: string[] = [];
  for (const { label, value } of lines) {
    const line = `*${escapeText(label)}:* ${escapeText(value)}`;
    if ([...details, line].join('\n').length <= maxTextLength) details.push(line);
  }
  return {
    text: escapeText(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, 150), emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: details.join('\n'), verbatim: true } },
    ],
  };
}

/** The three characters that Slack gives a meaning: with `<` begin links and mentions, such as `<!channel>`. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
