import { shortenText } from '../../../protocol/cut-text.ts';
import type { WebhookEvent } from '../../../protocol/proxy/webhook.ts';
import { summarize } from './summary.ts';

/** The longest text of a section in Slack. */
const maxTextLength = 3000;
const maxHeaderLength = 150;

/**
 * The body of Slack's incoming webhooks: blocks, and a text for notifications. A visitor's values are escaped, so that they
 * mention nobody and contain no links of their own, and look like no label of ours.
 */
export function slackMessage(event: WebhookEvent, timeZone: string) {
  const { title, lines } = summarize(event, timeZone);
  const details: string[] = [];
  for (const { label, value } of lines) {
    const line = `*${escapeText(label)}:* ${escapeText(withoutMarks(value))}`;
    if ([...details, line].join('\n').length <= maxTextLength) details.push(line);
  }
  return {
    text: escapeText(withoutMarks(title)),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: shortenText(title, maxHeaderLength), emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: details.join('\n'), verbatim: true } },
    ],
  };
}

/** Slack has no escape for bold and code, so a value has signs that look alike. */
function withoutMarks(text: string): string {
  return text.replaceAll('*', '∗').replaceAll('`', 'ˋ');
}

/** The three characters that Slack gives a meaning: with `<` begin links and mentions, such as `<!channel>`. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
