import type { ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions, Variants, WidgetEventName } from '../../options/index.ts';
import { definedGlobal } from '../../page-globals.ts';
import type { PanelDeps } from '../launcher/index.ts';
import { hasPrivacySignal } from './privacy-control.ts';

/** The usual names of our events in analytics. Other events are not reported. */
const analyticsNames: Partial<Record<WidgetEventName, string>> = {
  open: 'chat_open',
  close: 'chat_close',
  'teaser:show': 'chat_teaser_show',
  'teaser:click': 'chat_teaser_click',
  'session:start': 'chat_start',
  'message:sent': 'chat_message_sent',
  'message:received': 'chat_message_received',
  'form:start': 'form_start',
  'form:problem': 'form_problem',
  'form:skip': 'form_skip',
  'lead:submit': 'form_submit',
  // Not `lead:submit` or `lead:queued`: such a lead may still be refused.
  'lead:accepted': 'generate_lead',
  'callback:requested': 'request_callback',
};

/**
 * Reports events to the page's `dataLayer`, if it has one: the names of the event, the form, the variants of experiments and
 * fields with a problem, and on request the lead's ID, which is public. Never personal data.
 */
export function createAnalytics(
  options: ReadonlySignal<ResolvedOptions>,
  variants: ReadonlySignal<Variants>,
): PanelDeps['emit'] {
  return (name, detail) => {
    const { analytics, analyticsLeadId, form } = options.peek();
    const namesLead = analyticsLeadId && !hasPrivacySignal(options.peek());
    const event = analyticsNames[name];
    if (!analytics || event === undefined) return;
    const dataLayer: unknown = definedGlobal('dataLayer');
    if (!Array.isArray(dataLayer)) return;
    const lead = namesLead && 'lead' in detail ? detail.lead : null;
    const fields = 'fields' in detail ? detail.fields.join() : null;
    // One text, because GA4 takes no objects.
    const seen = Object.entries(variants.peek()).map((pair) => pair.join('='));
    const entry = {
      event,
      leadchat_form: form,
      ...(seen.length > 0 && { leadchat_variants: seen.join() }),
      ...(lead !== null && { leadchat_lead_id: lead }),
      ...(fields !== null && { leadchat_fields: fields }),
    };
    try {
      dataLayer.push(entry);
    } catch (error) {
      // A function of the page: its error is the page's, and ends nothing here.
      reportError(error);
    }
  };
}
