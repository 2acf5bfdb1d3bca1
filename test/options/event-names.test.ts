import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chatEventNames, widgetEventNames } from '../../src/options/index.ts';

describe('events', () => {
  it('are each named once', () => {
    expect(new Set(widgetEventNames).size).toBe(widgetEventNames.length);
  });

  it.each([
    { file: 'docs/events.md', names: widgetEventNames },
    { file: 'docs/core.md', names: chatEventNames },
  ])('are all listed in $file', ({ file, names }) => {
    const prose = readFileSync(file, 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');
    const code = prose.match(/`[^`]+`/g) ?? [];
    const words = code.flatMap((span) => span.slice(1, -1).split(/\s+/));
    expect(names.filter((name) => !words.includes(name))).toEqual([]);
  });
});
