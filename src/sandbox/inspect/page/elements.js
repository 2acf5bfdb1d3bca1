/** An element with attributes and children. Text becomes text nodes, whatever it holds; nothing is ever parsed as HTML. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.flat());
  return made;
}

/** A table, or a line that says that there is nothing. */
export function table(headings, rows, nothing) {
  if (rows.length === 0) return element('p', { class: 'empty' }, nothing);
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

/** JSON behind a summary. `key` is how an opened one is found again when the section is drawn anew. */
export function json(key, summary, value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return element('details', { 'data-key': key }, element('summary', {}, summary), element('pre', {}, text));
}

/** Puts new content into a section, with what was opened still open. */
export function redraw(section, content) {
  const place = section.querySelector('.content');
  const open = [...place.querySelectorAll('details[open]')].map((one) => one.dataset.key);
  place.replaceChildren(...[content].flat());
  for (const one of place.querySelectorAll('details')) one.open = open.includes(one.dataset.key);
}
