import { signal } from '@preact/signals-core';
import { h } from 'preact';
import { expect, it, vi } from 'vitest';
import { passedOver } from '../../../src/widget/ui/passed-over.ts';

it('a part that is passed over is drawn anew when a prop or a signal that it reads changes, and not for less', () => {
  const count = signal(1);
  const draw = vi.fn(({ name }: { name: string }) => h('p', null, `${name} ${count.value}`));
  const Part = passedOver(draw);
  const first = Part({ name: 'a' });
  expect(Part({ name: 'a' })).toBe(first);
  expect(draw).toHaveBeenCalledTimes(1);
  count.value = 2;
  const second = Part({ name: 'a' });
  expect(second.props.children).toBe('a 2');
  expect(Part({ name: 'b' }).props.children).toBe('b 2');
  expect(Part({ name: 'a' })).not.toBe(second);
  expect(draw).toHaveBeenCalledTimes(4);
});
