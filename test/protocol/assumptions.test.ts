import { describe, expect, it } from 'vitest';
import { assumptionNotes, assumptionsSchema, defaultAssumptions } from '../../src/protocol/index.ts';

describe('what the interface leaves open', () => {
  it('has a note for every choice that can be changed', () => {
    for (const name of Object.keys(assumptionsSchema.shape)) expect(assumptionNotes).toHaveProperty(name);
  });

  it.each(Object.entries(assumptionNotes))('%s names its section, what is open and what was chosen', (_, note) => {
    expect(note.section).toMatch(/^\d(?:\.\d+)?(?:, \d(?:\.\d+)?)*$/);
    expect(note.open.length).toBeGreaterThan(10);
    expect(note.choice.length).toBeGreaterThan(2);
  });

  it('is decided as the public contract says when nothing is configured', () => {
    expect(defaultAssumptions).toMatchObject({
      removeTagParameters: { leadId: 'lead_id', tag: 'tag' },
      callDetailsParameter: 'call_id',
      tagsAreASet: true,
      keyForSessions: false,
      socketHost: 'configured',
    });
  });

  it('can be decided otherwise one by one', () => {
    const changed = assumptionsSchema.parse({ callDetailsParameter: 'id' });
    expect(changed).toEqual({ ...defaultAssumptions, callDetailsParameter: 'id' });
  });
});
