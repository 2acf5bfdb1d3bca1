/** A tag of a container, with the event of `dataLayer` that triggers it. */
export type ContainerTag =
  | { trigger: string; html: string }
  /** Reports a conversion to `url`, with the value of the data layer variable `variable` as its transaction ID. */
  | { trigger: string; url: string; variable: string };

/** The snippet that Google's documentation puts into the head, with a container of the site's own. */
export const containerSnippet = `<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':
  new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],
  j=d.createElement(s);j.async=true;j.src='/gtm.js';f.parentNode.insertBefore(j,f);
  })(window,document,'script','dataLayer');</script>`;

/**
 * The script of a container, a stand-in of Google Tag Manager: a trigger is a regular expression for the whole name of the event, a
 * variable has the value that was pushed last, and a Custom HTML tag is parsed without running its scripts, each of which is then
 * created anew with its text or its address alone, one after the other.
 */
export function containerScript(tags: readonly ContainerTag[]): string {
  return `(${runContainer})(${JSON.stringify(tags)});`;
}

/** Runs in the page. */
function runContainer(tags: ContainerTag[]): void {
  const values = new Map<string, unknown>();

  function insert(nodes: ChildNode[]): void {
    const [node, ...others] = nodes;
    if (node === undefined) return;
    if (!(node instanceof HTMLScriptElement)) {
      document.body.append(node);
      insert(others);
      return;
    }
    const script = document.createElement('script');
    script.async = false;
    script.type = 'text/javascript';
    if (node.src === '') script.text = node.text;
    else {
      script.onload = script.onerror = () => insert(others);
      script.src = node.src;
    }
    document.body.append(script);
    if (node.src === '') insert(others);
  }

  function fire(tag: ContainerTag): void {
    if ('html' in tag) {
      const { body } = new DOMParser().parseFromString(`<body>${tag.html}`, 'text/html');
      insert([...body.childNodes]);
    } else {
      new Image().src = `${tag.url}?transaction_id=${values.get(tag.variable)}`;
    }
  }

  function handle(entry: object): void {
    for (const [name, value] of Object.entries(entry)) values.set(name, value);
    if (!('event' in entry)) return;
    for (const tag of tags) {
      if (new RegExp(`^(?:${tag.trigger})$`).test(String(entry.event))) fire(tag);
    }
  }

  const { dataLayer }: { dataLayer: object[] } = Object(window);
  dataLayer.push = (...entries) => {
    const length = Array.prototype.push.apply(dataLayer, entries);
    for (const entry of entries) handle(entry);
    return length;
  };
  for (const entry of [...dataLayer]) handle(entry);
}
