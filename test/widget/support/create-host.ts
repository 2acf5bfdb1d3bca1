/** The elements that the launcher provides to the panel, in the document. */
export function createHost() {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const layer = document.createElement('div');
  const launcher = document.createElement('button');
  layer.append(launcher);
  root.append(layer);
  document.body.append(host);
  return { host, root, layer, launcher };
}
