// The floor: a panel, a list of messages and a composer over a WebSocket, without any error handling.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .chat { position: fixed; right: 20px; bottom: 90px; width: 380px; height: 560px; display: flex; flex-direction: column; border-radius: 16px; background: #fff; box-shadow: 0 8px 40px #0003; font: 15px/1.45 system-ui, sans-serif; }
  .chat[hidden] { display: none; }
  .chat h2 { margin: 0; padding: 16px; font-size: 16px; border-bottom: 1px solid #ddd; }
  .chat [role=log] { flex: 1; overflow-y: auto; padding: 16px; }
  .chat [role=log] div { width: fit-content; max-width: 80%; margin-bottom: 8px; padding: 8px 12px; border-radius: 12px; background: #eee; white-space: pre-wrap; }
  .chat [role=log] .own { margin-inline-start: auto; color: #fff; background: #2a5bd7; }
  .chat form { display: flex; gap: 8px; padding: 12px; border-top: 1px solid #ddd; }
  .chat textarea { flex: 1; resize: none; font: inherit; }
`);

let panel;

/** Opens or closes the chat; returns whether it is open now. */
export function toggle(service) {
  panel ??= createPanel(service);
  panel.hidden = !panel.hidden;
  if (!panel.hidden) panel.querySelector('textarea').focus();
  return !panel.hidden;
}

function createPanel(service) {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const created = create('section', { role: 'dialog', 'aria-label': 'Chat with us', class: 'chat' });
  const title = create('h2', {});
  title.textContent = 'Chat with us';
  const log = create('div', { role: 'log', 'aria-label': 'Conversation', tabindex: '0' });
  const form = create('form', {});
  const text = create('textarea', { 'aria-label': 'Message', rows: '1' });
  const send = create('button', { 'aria-label': 'Send' });
  send.textContent = 'Send';
  form.append(text, send);
  created.append(title, log, form);
  created.hidden = true;

  let willScroll = false;
  const add = (content, className) => {
    const row = create('div', { class: className });
    row.textContent = content;
    log.append(row);
    // Once for all rows of a frame: a layout of the long list for each row would cost more than everything else.
    if (willScroll) return;
    willScroll = true;
    requestAnimationFrame(() => {
      willScroll = false;
      log.scrollTop = log.scrollHeight;
    });
  };
  const socket = new WebSocket(service);
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === 'message') add(frame.content, 'agent');
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    if (text.value.trim() === '') return;
    add(text.value, 'own');
    socket.send(JSON.stringify({ type: 'message', content: text.value }));
    text.value = '';
  };
  document.body.append(created);
  return created;
}

function create(name, attributes) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
