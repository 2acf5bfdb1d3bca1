import { type FormFieldInput, init, type Trigger, type WidgetOptions } from '../src/index.ts';

/** Never run: `tsc` checks that these compile. */
export function use(): void {
  const widget = init({
    proxyUrl: 'https://chat.example',
    theme: 'dark',
    offset: { x: 4, y: 8 },
    triggers: [
      { type: 'delay', seconds: 5 },
      { type: 'url', url: '/pricing*', action: 'open' },
    ],
    fields: [
      { name: 'phone', type: 'tel' },
      { name: 'plan', type: 'select', options: [{ value: 'a', label: 'A' }] },
    ],
    encodeMessage: (text) => text.trim(),
    locale: undefined,
  });
  const stop = widget.on('message:received', ({ message }) => message.text.length);
  stop();
  widget.prefill({ first_name: 'Ada', newsletter: true });
  widget.update({ color: '#063' });
  widget.getState().unread.toFixed();
  // What has a default may be left out.
  const trigger: Trigger = { type: 'exit' };
  const field: FormFieldInput = { name: 'city' };
  const options: WidgetOptions = { triggers: [trigger], fields: [field] };
  init(options);
}

/** A page with the script tag. */
export function useGlobal(): void {
  window.LeadChat('open');
  window.LeadChat.open();
  window.LeadChat('init', { theme: 'dark' })?.on('lead:accepted', ({ lead }) => lead);
  window.LeadChat('on', 'message:received', ({ message }) => message.text);
  window.LeadChat.getState().unread.toFixed();
  // @ts-expect-error -- there is no such method
  window.LeadChat('opne');
  // @ts-expect-error -- there is no such event
  window.LeadChat('on', 'message:read', () => {});
  // @ts-expect-error -- there is no such theme
  window.LeadChat('init', { theme: 'pink' });
}

/** And that each of these does not, for the reason beside it. */
export function misuse(): void {
  // @ts-expect-error -- options are required, at least {}
  const widget = init();
  // @ts-expect-error -- there is no such theme
  init({ theme: 'pink' });
  // @ts-expect-error -- numbers are numbers; only attributes are texts
  init({ resumeDays: '30' });
  // @ts-expect-error -- there is no such option
  init({ colour: '#063' });
  // @ts-expect-error -- a delay needs its seconds
  init({ triggers: [{ type: 'delay' }] });
  // @ts-expect-error -- there is no such kind of field
  init({ fields: [{ name: 'age', type: 'range' }] });
  // @ts-expect-error -- a frame is text
  init({ encodeMessage: (text) => ({ text }) });
  // @ts-expect-error -- there is no such event
  widget.on('message:read', () => {});
  // @ts-expect-error -- fields hold texts and checks
  widget.prefill({ age: 36 });
  // @ts-expect-error -- consent is one of three words
  widget.setConsent(true);
}
