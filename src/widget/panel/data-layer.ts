/** Our events under the names that analytics know. What is not here is nobody's business. */
const names = new Map([
  ['open', 'chat_open'],
  ['close', 'chat_close'],
  ['session:start', 'chat_start'],
  ['message:sent', 'chat_message_sent'],
  ['message:received', 'chat_message_received'],
  ['lead:submit', 'form_submit'],
  // Only once the lead is accepted: what was merely typed or queued is none.
  ['lead:accepted', 'generate_lead'],
  ['callback:requested', 'request_callback'],
]);

/** Tells the page's analytics, if it has some; the event's name and the form's, never anything personal. */
export function pushToDataLayer(name: string, form: string): void {
  const event = names.get(name);
  const layer: unknown = Reflect.get(window, 'dataLayer');
  if (event !== undefined && Array.isArray(layer)) layer.push({ event, leadchat_form: form });
}
