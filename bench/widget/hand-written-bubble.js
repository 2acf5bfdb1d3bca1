// The floor: a bubble as you would write it by hand. It loads the chat on the first pointer or click.
(() => {
  const { chat, service } = document.currentScript.dataset;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .bubble { position: fixed; right: 20px; bottom: 20px; width: 56px; height: 56px; border: 0; border-radius: 50%; color: #fff; background: #2a5bd7; box-shadow: 0 4px 12px #0003; cursor: pointer; }
    .bubble:focus-visible { outline: 2px solid #fff; outline-offset: -6px; }
    .bubble svg { width: 24px; height: 24px; fill: none; stroke: currentcolor; stroke-width: 2; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const button = document.createElement('button');
  button.className = 'bubble';
  button.setAttribute('aria-label', 'Open chat');
  const sign = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  sign.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M4 5h16v11h-9l-4 4v-4h-3Z');
  sign.append(path);
  button.append(sign);
  let loading;
  const load = () => {
    loading ??= import(chat);
    return loading;
  };
  button.addEventListener('pointerenter', load);
  button.addEventListener('click', async () => {
    const { toggle } = await load();
    const isOpen = toggle(service);
    button.setAttribute('aria-label', isOpen ? 'Close chat' : 'Open chat');
  });
  document.body.append(button);
})();
