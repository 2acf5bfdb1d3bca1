import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

/** `node build/release-notes.ts v0.2.0` prints the notes of a release, or says why the tag cannot be released. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const notes = releaseNotes(process.argv[2] ?? '', manifest.version, await readFile('CHANGELOG.md', 'utf8'));
  if (notes.ok) {
    console.log(notes.text);
  } else {
    console.error(`[release] ${notes.problem}`);
    process.exitCode = 1;
  }
}

export type ReleaseNotes = { ok: true; text: string } | { ok: false; problem: string };

/** The changelog's section for the tag's version. Tag, package.json and changelog must agree. */
export function releaseNotes(tag: string, version: string, changelog: string): ReleaseNotes {
  if (tag !== `v${version}`) {
    return { ok: false, problem: `the tag is "${tag}", but package.json has version ${version}: tag v${version}.` };
  }
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  if (section === undefined) {
    return { ok: false, problem: `CHANGELOG.md has no section "## ${version}": rename "Unreleased" and add the date.` };
  }
  return { ok: true, text: section.slice(section.indexOf('\n')).trim() };
}
