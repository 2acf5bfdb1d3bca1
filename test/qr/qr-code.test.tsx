// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import decodeQR from 'qr/decode.js';
import { afterEach, expect, it } from 'vitest';
import { QrCode } from '../../src/qr/index.ts';

afterEach(cleanup);

/** Draws the dark modules of a path as a picture, as a camera would see them. */
function read(path: string, size: number): string {
  const scale = 4;
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        data.fill(0, at, at + 3);
      }
    }
  }
  return decodeQR({ width, height: width, data });
}

it.each([
  'https://chat.example.com/chat',
  'https://www.example.com/support/chat?form=prices&locale=de&theme=dark&utm_source=%C3%BCber',
])('draws the code of %s, and saves the same one as an SVG for print', (address) => {
  render(<QrCode address={address} file="chat.svg" />);
  const code = screen.getByRole('img', { name: `QR code of ${address}` });
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const path = code.querySelector('path:last-child')?.getAttribute('d') ?? '';
  expect(read(path, size)).toBe(address);
  const link = screen.getByRole('link', { name: 'Download the QR code (SVG)' });
  expect(link.getAttribute('download')).toBe('chat.svg');
  const svg = decodeURIComponent(link.getAttribute('href')?.replace('data:image/svg+xml,', '') ?? '');
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox/);
  expect(svg).toContain(path);
});
