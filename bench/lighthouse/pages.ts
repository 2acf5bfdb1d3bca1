import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subject } from '../widget/subject.ts';
import { blank, leadchat } from '../widget/subjects.ts';

export const withoutTag: Subject = { ...blank, name: 'without a chat', path: 'without' };

/** The page with the tag as the docs have it. */
export const withTag = 'leadchat: async, as documented';

/** The same page with leadchat's script from a proxy, loaded in the ways that a site can choose. */
export async function tagPages(proxy: string): Promise<Subject[]> {
  const script = `${proxy}/leadchat.js`;
  const ways: Record<string, string> = {
    [withTag]: `<script src="${script}" async></script>`,
    'leadchat: defer': `<script src="${script}" defer></script>`,
    'leadchat: fetchpriority="low"': `<script src="${script}" fetchpriority="low" async></script>`,
    'leadchat: preconnect before it': `<link rel="preconnect" href="${proxy}"><script src="${script}" async></script>`,
    'leadchat: under the host of the page': '<script src="files/leadchat.js" async></script>',
    'leadchat: added after the load event': `<script>addEventListener('load', () => { const tag = document.createElement('script'); tag.src = '${script}'; document.head.append(tag); });</script>`,
  };
  // As a proxy sends it, with its configuration, for the page's own host.
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-lighthouse-'));
  writeFileSync(join(folder, 'leadchat.js'), await (await fetch(script)).text());
  return Object.entries(ways).map(([name, tag], index) => ({
    ...leadchat,
    name,
    path: `tag-${index}`,
    folder,
    body: () => tag,
  }));
}
