import { expect, it } from 'vitest';
import { squeeze } from '../../build/lean-styles.ts';

it('takes blanks out of a style sheet where they mean nothing', () => {
  expect(
    squeeze('\n.a > .b,\n.c { color: red !important; margin: 0 auto; }\n@media (width > 2px) { .d { top: 0; } }\n'),
  ).toBe('.a>.b,.c{color:red!important;margin:0 auto}@media(width>2px){.d{top:0}}');
});

it('writes siblings and pseudo-elements with fewest characters', () => {
  expect(squeeze('.a + .b i + i::before, ::placeholder { top: 0; }')).toBe('.a+.b i+i:before,::placeholder{top:0}');
});

it('keeps the blanks that join selectors and numbers', () => {
  const sheet =
    '.a :is(h2,h3) .b:hover{width:calc(100% - 2px);height:calc(2px + var(--x) + .5px);inset:0 auto auto 0;content:""}';
  expect(squeeze(sheet)).toBe(sheet);
});
