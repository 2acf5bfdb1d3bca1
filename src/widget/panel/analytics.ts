import type { ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions, WidgetEventName } from '../../options/index.ts';

/** The usual names of our events in analytics. Other events are not reported. */
const analyticsNames: Partial<Record<WidgetEventName, string>> = {
  open: 'chat_open',
  close: 'chat_close',
  'session:start': 'chat_start',
  'message:sent': 'chat_message_sent',
  'message:received': 'chat_message_received',
  'lead:submit': 'form_submit',
  // Not `lead:submit` or `lead:queued`: such a lead may still be refused.
  'lead:accepted': 'generate_lead',
  'callback:requested': 'request_callback',
};

/** Reports events to the page's `dataLayer`, if it has one: the names of the event and the form, never personal data. */
export function createAnalytics(options: ReadonlySignal<ResolvedOptions>) {
  return {
    track(name: WidgetEventName): void {
      const { analytics, form } = options.peek();
      const event = analyticsNames[name];
      const dataLayer: unknown = Reflect.get(window, 'dataLayer');
      if (analytics && event !== undefined && Array.isArray(dataLayer)) dataLayer.push({ event, leadchat_form: form });
    },
  };
}
