import { defaultAddresses } from '../../src/cli/index.ts';

/** The pages of the demo site, in the order of its navigation. Others, such as `/prices`, are reached from the home page. */
const pages = [
  { path: '/', name: 'Demo' },
  { path: '/behind', name: 'Behind the scenes' },
  { path: '/configurator', name: 'Configurator' },
  { path: '/themes', name: 'Themes' },
  { path: '/languages', name: 'Languages' },
  { path: '/hosts', name: 'Host pages' },
  { path: '/docs/', name: 'Docs' },
];

const mark =
  '<svg class="site-mark" viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 11.5a7.5 7.5 0 0 1 7.5-7.5h1a7.5 7.5 0 0 1 0 15H5.2a.7.7 0 0 1-.6-1l.9-2A7.4 7.4 0 0 1 4 11.5Z"/><path d="M9 11.5h.01M12.5 11.5h.01M16 11.5h.01"/></svg>';

/** The navigation bar at the top of every page. The sandbox has its own page. */
export function siteHeader(current: string): string {
  const links = pages.map(({ path, name }) => {
    const isCurrent = path === current || (path !== '/' && current.startsWith(path));
    return `<a href="${path}"${isCurrent ? ' aria-current="page"' : ''}>${name}</a>`;
  });
  return `<a class="skip-link" href="#main">Skip to the content</a>
<nav class="site-bar" aria-label="Demo">
  <a class="site-brand" href="/">${mark}leadchat <span>demo</span></a>
  <div>${links.join('')}<a href="${defaultAddresses.sandbox}/">Sandbox</a></div>
</nav>`;
}

/** A whole page around the content of a documentation page. */
export function docsPage(page: { title: string; path: string; nav: string; content: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>${page.title} · leadchat</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/site.css" />
    <link rel="stylesheet" href="/docs.css" />
    <script type="module" src="/src/site/docs/main.ts"></script>
  </head>
  <body class="docs">
    ${siteHeader(page.path)}
    <div class="docs-columns">
      <aside>
        <search class="docs-search">
          <label for="docs-query">Search the docs</label>
          <input id="docs-query" type="search" autocomplete="off" spellcheck="false" aria-controls="docs-results" />
          <p id="docs-status" role="status"></p>
          <ol id="docs-results" hidden></ol>
        </search>
        <details class="docs-nav" open>
          <summary>All pages</summary>
          <nav aria-label="Documentation">${page.nav}</nav>
        </details>
      </aside>
      <main id="main" class="docs-content">${page.content}</main>
    </div>
  </body>
</html>
`;
}
