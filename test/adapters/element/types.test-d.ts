import '../../../src/adapters/element/define.ts';

/** Never runs: `tsc` checks that these lines compile. */
export function use(): void {
  const element = document.createElement('lead-chat');
  element.color = '#063';
  element.offset = { x: 4, y: 8 };
  element.triggers = [{ type: 'delay', seconds: 5 }];
  element.encodeMessage = (text) => text;
  element.locale = undefined;
  element.open = true;
  element.widget?.sendMessage('Hi');
  element.addEventListener('leadchat:lead:accepted', ({ detail }) => detail.lead);
  document.querySelector('lead-chat')?.remove();
  window.addEventListener('leadchat:message:received', ({ detail }) => detail.message.text);
}

/** These lines must not compile, for the reason beside each. */
export function misuse(): void {
  const element = document.createElement('lead-chat');
  // @ts-expect-error -- there is no such theme
  element.theme = 'pink';
  // @ts-expect-error -- numbers are numbers
  element.resumeDays = '30';
  // @ts-expect-error -- there is no such option
  element.colour = '#063';
  // @ts-expect-error -- an open chat is open or not
  element.open = undefined;
  // @ts-expect-error -- events carry no session id: with one, anyone can read the conversation
  element.addEventListener('leadchat:session:start', ({ detail }) => detail.session);
}
