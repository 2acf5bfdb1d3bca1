import { describe, expect, it } from 'vitest';
import { releaseNotes } from '../../build/release-notes.ts';

const changelog = `# Changelog

## Unreleased

- later

## 0.2.0 (2026-12-01)

### Added
- a thing

## 0.1.0 (2026-11-01)

- the first
`;

describe('the notes of a release', () => {
  it('are the section of the version', () => {
    expect(releaseNotes('v0.2.0', '0.2.0', changelog)).toEqual({ ok: true, text: '### Added\n- a thing' });
    expect(releaseNotes('v0.1.0', '0.1.0', changelog)).toEqual({ ok: true, text: '- the first' });
  });

  it('are refused for a tag of another version, or a version without a section', () => {
    expect(releaseNotes('v0.3.0', '0.2.0', changelog)).toEqual({
      ok: false,
      problem: 'the tag is "v0.3.0", but package.json has version 0.2.0: tag v0.2.0.',
    });
    expect(releaseNotes('v0.3.0', '0.3.0', changelog)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('no section "## 0.3.0"'),
    });
  });
});
