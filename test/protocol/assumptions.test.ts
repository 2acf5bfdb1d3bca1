import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assumptionNotes, assumptionsSchema, defaultAssumptions } from '../../src/protocol/service/assumptions.ts';

const page = readFileSync('docs/service-api.md', 'utf8');
const headings = [...page.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');

describe('assumptions about the service API', () => {
  it('have a note for every choice that can be configured', () => {
    for (const name of Object.keys(assumptionsSchema.shape)) expect(assumptionNotes).toHaveProperty(name);
  });

  it.each(Object.entries(assumptionNotes))('%s is explained in docs/service-api.md', (name, note) => {
    expect(headings).toContain(note.section);
    const anchor = note.section.toLowerCase().replaceAll(' ', '-');
    expect(page).toContain(`| \`${name}\` | [${note.section}](#${anchor}): ${note.open} | ${note.choice} |`);
    // Mentioned at the open point of the API, and again in the list of all assumptions.
    const configurable = name in assumptionsSchema.shape ? ',\\sconfigurable' : '';
    expect(page).toMatch(new RegExp(`\`${name}\`${configurable}[:)]`));
  });

  it('follow the public contract when nothing is configured', () => {
    expect(defaultAssumptions).toMatchObject({
      removeTagParameters: { leadId: 'lead_id', tag: 'tag' },
      callDetailsParameter: 'call_id',
      tagsAreASet: true,
      keyForSessions: false,
      socketHost: 'configured',
    });
  });

  it('can be changed one by one', () => {
    const changed = assumptionsSchema.parse({ callDetailsParameter: 'id' });
    expect(changed).toEqual({ ...defaultAssumptions, callDetailsParameter: 'id' });
  });
});
