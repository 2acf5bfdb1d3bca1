import type { ReadonlySignal } from '@preact/signals';
import type { CoreOptions } from '../../core/index.ts';
import type { ResolvedOptions } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import { pageUrl } from '../../protocol/proxy/page-address.ts';
import { containsPage, encodeClientMessage } from '../../protocol/service/frames.ts';
import { parameterRules } from './privacy-control.ts';
import type { ReportError } from './report-problems.ts';

/** What a chat needs to write the visitor's messages as frames, in the way that the page names at that time. */
export function createMessageEncoding(
  options: ReadonlySignal<ResolvedOptions>,
  reportError: ReportError,
): Required<Pick<CoreOptions, 'encodeMessage' | 'page'>> {
  return {
    /** Encodes with the page's `encodeMessage`, if it is set. An error in it must not break the chat. */
    encodeMessage(text, page) {
      const { encodeMessage: encode, messageFrame } = options.peek();
      try {
        const frame: unknown = encode?.(text);
        if (typeof frame === 'string') return frame;
        if (encode !== undefined) {
          reportError('bad-option', `[leadchat] option \`encodeMessage\` must return a text, got a ${typeof frame}.`);
        }
      } catch (error) {
        const cause = error instanceof Error ? error : typeof error;
        reportError('bad-option', `[leadchat] option \`encodeMessage\` threw: ${cause}`);
      }
      return encodeClientMessage(text, messageFrame, page);
    },
    /** The page that a message is written on, if its frame has a place for it. */
    page() {
      const { messageFrame } = options.peek();
      if (messageFrame === undefined || !containsPage(messageFrame)) return undefined;
      return { url: pageUrl(location.href, parameterRules(options.peek())), title: pageDocument.title };
    },
  };
}
