import { createCore } from 'leadchat/core';

const chat = createCore({
  proxyUrl: import.meta.env.VITE_LEADCHAT_PROXY ?? 'http://localhost:4001',
  flowId: 'f1000000-0000-4000-8000-000000000001',
  wssUrl: import.meta.env.VITE_LEADCHAT_SOCKETS ?? 'ws://localhost:4002',
  defaultCountry: 'US',
});
const lead = element('lead', HTMLFormElement);
const write = element('write', HTMLFormElement);
const section = element('chat', HTMLElement);
const log = element('messages', HTMLElement);

lead.addEventListener('input', () => fillIn());
lead.addEventListener('submit', (event) => {
  event.preventDefault();
  fillIn();
  void chat.leadForm?.submit();
});
write.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = String(new FormData(write).get('message'));
  if (chat.sendMessage(text) !== undefined) write.reset();
});

chat.state.phase.subscribe((phase) => {
  lead.hidden = phase !== 'asking-lead';
  section.hidden = phase === 'asking-lead' || phase === 'idle';
});
chat.state.connection.subscribe((status) => {
  element('connection', HTMLElement).textContent = status === 'open' ? 'Connected' : 'Connecting…';
});
chat.state.messages.subscribe((messages) => {
  log.replaceChildren(
    ...messages.map(({ from, text, author }) => {
      const item = document.createElement('li');
      item.textContent = `${from === 'visitor' ? 'You' : (author?.name ?? 'Northlight')}: ${text}`;
      return item;
    }),
  );
});
chat.leadForm?.problems.subscribe((problems) => {
  element('problem', HTMLElement).textContent = Object.keys(problems)
    .map((name) => `Please look at ${name.replace('_', ' ')} again.`)
    .join(' ');
});
chat.start();

function fillIn(): void {
  for (const [name, value] of new FormData(lead)) chat.leadForm?.set(name, String(value));
}

function element<Kind extends HTMLElement>(id: string, kind: { new (): Kind }): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}
