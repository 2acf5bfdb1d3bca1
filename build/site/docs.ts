import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import createParser, { type MarkdownIt, type Token } from 'markdown-it';
import { docsPage } from './layout.ts';

/** A searchable part of a documentation page: a heading with the text below it, and at the page's title its readers' own words. */
export type DocsSection = { id: string; page: string; title: string; text: string; words?: string };

const folder = join(import.meta.dirname, '../../docs');

/** The paths of all documentation pages; `/docs/` is docs/README.md, the table of contents. */
export function docsPaths(): string[] {
  return globSync('*.md', { cwd: folder }).map(pathOf).sort();
}

/** The HTML page for a path of `docsPaths`, from the Markdown that GitHub shows too. */
export function renderDocsPage(path: string): string {
  const { paths, allPages } = splitIndex();
  const source = path === '/docs/' ? paths : readPage(path);
  const markdown = createMarkdown();
  return docsPage({
    path,
    title: /^# (.+)$/m.exec(source)?.[1] ?? path,
    nav: createMarkdown().render(allPages),
    content: markdown.render(source),
  });
}

/** The search index: every heading of every page with its text. */
export function docsSections(): DocsSection[] {
  return docsPaths().flatMap((path) => {
    const markdown = createMarkdown();
    const sections: DocsSection[] = [];
    let isHeading = false;
    let page = '';
    for (const token of markdown.parse(readPage(path), {})) {
      if (token.type === 'heading_open') {
        const anchor = token.attrGet('id');
        sections.push({ id: token.tag === 'h1' ? path : `${path}#${anchor}`, page, title: '', text: '' });
        isHeading = true;
      } else if (token.type === 'heading_close') {
        if (token.tag === 'h1') page = sections.at(-1)?.title ?? '';
        isHeading = false;
      }
      const section = sections.at(-1);
      if (section === undefined || token.content === '') continue;
      if (isHeading) section.title = plainText(token);
      else section.text += ` ${plainText(token)}`;
    }
    const words = readersWords.exec(readFileSync(fileOf(path), 'utf8'))?.[1];
    return sections.map((section) => ({ ...section, page, ...(words && section.id === path && { words }) }));
  });
}

/** What people call the subject of a page, which itself uses one word for each thing. */
const readersWords = /^<!-- Readers also search for: (.*) -->$/m;

/** The Markdown of a page without comments, which the parser would show. */
function readPage(path: string): string {
  return readFileSync(fileOf(path), 'utf8').replace(
    /^<!-- (?:(?:end of )?figures|Readers also search for).*-->\n/gm,
    '',
  );
}

/** docs/README.md has a path for each kind of reader, and below them the list of all pages, which is the site's navigation. */
function splitIndex(): { paths: string; allPages: string } {
  const [paths = '', allPages = ''] = readPage('/docs/').split('\n## All pages\n');
  return { paths, allPages };
}

/** Headings get GitHub's anchors, and links to files lead to the site's pages or to the repository. */
function createMarkdown(): MarkdownIt {
  const markdown = createParser();
  markdown.core.ruler.push('leadchat-anchors', (state) => {
    state.tokens.forEach((token, index) => {
      const content = state.tokens[index + 1];
      if (token.type === 'heading_open' && content !== undefined) token.attrSet('id', headingAnchor(content.content));
    });
  });
  markdown.core.ruler.push('leadchat-links', (state) => {
    for (const { children } of state.tokens) rewriteLinks(children ?? []);
  });
  // A block that scrolls sideways must be reachable by keyboard.
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (...token) => String(fence?.(...token)).replace('<pre>', '<pre tabindex="0">');
  markdown.renderer.rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  return markdown;
}

/**
 * Links between pages get their paths on the site. The site has no other files of the repository: it shows their names.
 */
function rewriteLinks(tokens: readonly Token[]): void {
  let isLink = true;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href'));
      const [file = '', anchor] = href.split('#');
      const isPage = dirname(file) === '.' && file.endsWith('.md');
      isLink = isPage || /^(?:[a-z]+:|#)/.test(href);
      if (isPage) token.attrSet('href', anchor === undefined ? pathOf(file) : `${pathOf(file)}#${anchor}`);
      if (!isLink) Object.assign(token, { tag: 'span', attrs: null });
    } else if (token.type === 'link_close') {
      if (!isLink) token.tag = 'span';
    } else if (token.type === 'image') {
      // Vite resolves it from public/docs/, where the page would be if it were a file.
      token.attrSet('src', `../../docs/${token.attrGet('src')}`);
    }
  }
}

function plainText(token: { content: string; children: { content: string }[] | null }): string {
  return (token.children ?? [token]).map(({ content }) => content).join(' ');
}

/** The anchor that GitHub gives to a heading, so the same link works there and on the demo site. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function pathOf(file: string): string {
  const name = basename(file, '.md');
  return name === 'README' ? '/docs/' : `/docs/${name}`;
}

function fileOf(path: string): string {
  return join(folder, path === '/docs/' ? 'README.md' : `${basename(path)}.md`);
}
