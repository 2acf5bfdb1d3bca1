/** Creates an element with attributes and children. Strings become text nodes and are never parsed as HTML. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.flat());
  return node;
}

/** A table, or `emptyText` without rows. */
export function table(headings, rows, emptyText) {
  if (rows.length === 0) return element('p', { class: 'empty' }, emptyText);
  const cells = (name, values) => values.map((value) => element(name, {}, value));
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, cells('th', headings))),
    element(
      'tbody',
      {},
      rows.map((row) => element('tr', {}, cells('td', row))),
    ),
  );
}

export function code(text) {
  return element('code', {}, String(text));
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

/** Replaces a section's content. Open `details` elements stay open. */
export function redraw(section, content) {
  const container = section.querySelector('.content');
  const openKeys = [...container.querySelectorAll('details[open]')].map((details) => details.dataset.key);
  container.replaceChildren(...[content].flat());
  for (const details of container.querySelectorAll('details')) details.open = openKeys.includes(details.dataset.key);
}
