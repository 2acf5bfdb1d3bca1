import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sourcesOf = (pattern: string) =>
  globSync(pattern)
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
const components = sourcesOf('src/widget/ui/**/*.{ts,tsx}');

// WCAG 2.5.1, 2.5.7: who cannot hold a pointer still uses everything.
it('nothing in the widget follows a pointer, reads a gesture, or is dragged', () => {
  expect(components).not.toMatch(/(?:pointer|mouse|touch)move|\bon?drag|\bdrop\b|draggable|gesture/i);
});

// WCAG 2.5.2: who has pressed the wrong button can still leave it.
it('a press only prepares: the list of countries is made, and the focus stays', () => {
  const presses = components.match(/\bon(?:PointerDown|MouseDown|TouchStart)(?:Capture)?=\{[^}]*\}/g);
  expect([...new Set(presses)].sort()).toEqual(['onMouseDown={preventDefault}', 'onPointerDown={requestList}']);
  expect(components).not.toMatch(/['"](?:pointerdown|mousedown|touchstart)['"]/);
});

it('only a text field of several lines can be resized, and it scrolls as well', () => {
  const rules = [...sourcesOf('src/widget/**/*.css').matchAll(/([^{}]+)\{[^{}]*\bresize: (\w+);/g)];
  const resized = rules.filter(([, , value]) => value !== 'none').map(([, selector = '']) => selector.trim());
  expect(resized).toEqual(['.field textarea']);
});
