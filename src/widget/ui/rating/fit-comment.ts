import { cutText } from '../../../protocol/cut-text.ts';
import { toJson } from '../../../protocol/json.ts';
import { maxRatingCommentLength } from '../../../protocol/proxy/limits.ts';

/** What a request has room for beside the rest of a rating. */
const maxBytes = 1500;

/** The beginning of a comment that the proxy takes: at most 1,000 characters, and fewer of a script with longer ones. */
export function fitComment(text: string): string {
  let fitting = cutText(text, maxRatingCommentLength);
  while (bytesOf(fitting) > maxBytes) {
    fitting = cutText(
      fitting,
      Math.min(fitting.length - 1, Math.floor((fitting.length * maxBytes) / bytesOf(fitting))),
    );
  }
  return fitting;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(toJson(text)).length;
}
