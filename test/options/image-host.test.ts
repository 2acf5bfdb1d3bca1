import { expect, it } from 'vitest';
import { imageAddress, isHost } from '../../src/options/image-host.ts';

it.each([
  ['pictures.example.com', true],
  ['pictures.example.com:8443', true],
  ['localhost:4000', true],
  ['bücher.example', true],
  ['[::1]:4000', true],
  ['https://pictures.example.com', false],
  ['pictures.example.com/maps', false],
  ['ada@pictures.example.com', false],
  ['pictures.example.com?', false],
  ['pictures example.com', false],
  ['127.0.0.1:8080', true],
  ['a_b.example', true],
  ['example.com.', true],
  // Part of a policy: all hosts, another directive, another policy.
  ['*', false],
  ['*.example.com', false],
  ['example.com;sandbox', false],
  ['example.com,sandbox', false],
  ["example.com'", false],
  ['example.com%3bsandbox', false],
  ['"example.com"', false],
  ['', false],
])('take %j as a host: %j', (text, expected) => {
  expect(isHost(text)).toBe(expected);
});

const hosts = ['Pictures.Example.com', 'bücher.example', 'cdn.example:8443', 'localhost:4000', 'plain.example'];

it.each([
  ['https://pictures.example.com/a.png', true],
  ['HTTPS://PICTURES.EXAMPLE.COM/a.png?b#c', true],
  ['https://pictures.example.com:443/a.png', true],
  ['https://bücher.example/a.png', true],
  ['https://xn--bcher-kva.example/a.png', true],
  ['https://cdn.example:8443/a.png', true],
  ['http://localhost:4000/a.svg', true],
  ['http://plain.example/a.png', false],
  ['https://cdn.example/a.png', false],
  ['https://pictures.example.com.evil.example/a.png', false],
  ['https://evil.example/?pictures.example.com', false],
  ['https://pictures.example.com@evil.example/a.png', false],
  ['https://ada:secret@pictures.example.com/a.png', false],
  ['https://evil.example\\@pictures.example.com/a.png', false],
  ['https://sub.pictures.example.com/a.png', false],
  ['data:image/svg+xml,<svg/>', false],
  ['javascript:alert(1)//pictures.example.com', false],
  ['//pictures.example.com/a.png', false],
  ['/a.png', false],
])('show a picture from %j: %j', (address, expected) => {
  expect(imageAddress(address, hosts) !== undefined).toBe(expected);
});
