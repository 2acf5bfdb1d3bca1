/** Creates an element with attributes and children. Strings become text nodes and are never parsed as HTML. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.flat());
  return node;
}

/** A table, or `emptyText` without rows. On a narrow screen each row is a block, whose cells show their headings. */
export function table(headings, rows, emptyText) {
  if (rows.length === 0) return empty(emptyText);
  const cell = (value, index) => element('td', { 'data-heading': headings[index] }, value);
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...headings.map((heading) => element('th', { scope: 'col' }, heading)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
  );
}

export function empty(text) {
  return element('p', { class: 'empty' }, text);
}

export function code(text) {
  return element('code', {}, String(text));
}

/** A text with a button that copies it. */
export function copyable(text, shown = text) {
  const button = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${text}` }, 'Copy');
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not allowed';
    button.setAttribute('aria-label', `${button.textContent}: ${text}`);
  });
  return element('span', { class: 'copyable' }, code(shown), button);
}

export function tags(texts, kind = '') {
  return texts.map((text) => element('span', { class: `tag ${kind}` }, String(text)));
}

export function time(at) {
  return element('time', { datetime: at }, new Date(at).toLocaleTimeString());
}

/** JSON in a collapsed `details` element. `key` identifies it, so `redraw` can keep it open. */
export function json(key, summary, value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return element('details', { 'data-key': key }, element('summary', {}, summary), element('pre', {}, text));
}

/** Replaces a section's content. Open `details` elements stay open, and the focus stays on the one that has it. */
export function redraw(section, content) {
  const container = section.querySelector('.content');
  const openKeys = [...container.querySelectorAll('details[open]')].map((details) => details.dataset.key);
  const focused = container.querySelector('details:focus-within')?.dataset.key;
  container.replaceChildren(...[content].flat());
  for (const details of container.querySelectorAll('details')) {
    details.open = openKeys.includes(details.dataset.key);
    if (focused !== undefined && details.dataset.key === focused) details.querySelector('summary').focus();
  }
}
