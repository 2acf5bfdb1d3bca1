import type { Page } from 'playwright/test';

/** A screenshot with the time for which it is shown, in milliseconds. */
export type Frame = { picture: Buffer; ms: number };

type Area = { x: number; y: number; width: number; height: number; ms: number; webp: string };

/**
 * Joins screenshots of one size into an animated WebP that repeats. The browser compresses only the changed area of each
 * frame; this file puts these areas into the container (https://developers.google.com/speed/webp/docs/riff_container).
 */
export async function composeAnimation(page: Page, frames: readonly Frame[]): Promise<Buffer> {
  await page.goto('about:blank');
  const sources = frames.map(({ picture, ms }) => ({ picture: picture.toString('base64'), ms }));
  const areas: Area[] = await page.evaluate(compressChanges, sources);
  const [first] = areas;
  if (first === undefined) throw new Error('an animation needs a frame');
  const isAnimated = 0x02;
  return chunk('RIFF', [
    Buffer.from('WEBP'),
    chunk('VP8X', [Buffer.from([isAnimated, 0, 0, 0]), uint24(first.width - 1), uint24(first.height - 1)]),
    chunk('ANIM', [Buffer.alloc(6)]),
    ...areas.map(animationFrame),
  ]);
}

function animationFrame({ x, y, width, height, ms, webp }: Area): Buffer {
  const replaceWithoutBlending = 0x02;
  return chunk('ANMF', [
    ...[x / 2, y / 2, width - 1, height - 1, ms].map(uint24),
    Buffer.from([replaceWithoutBlending]),
    imageChunk(Buffer.from(webp, 'base64')),
  ]);
}

/** Returns the chunk with the pixels of a WebP file, including its header. */
function imageChunk(file: Buffer): Buffer {
  for (let at = 12; at < file.length; ) {
    const end = at + 8 + file.readUInt32LE(at + 4);
    const next = end + (end % 2);
    if (/^VP8[ L]$/.test(file.toString('latin1', at, at + 4))) return file.subarray(at, next);
    at = next;
  }
  throw new Error('the browser has compressed no picture');
}

function chunk(name: string, contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

/** Runs in the browser. A frame without a change prolongs the previous one. */
async function compressChanges(frames: readonly { picture: string; ms: number }[]): Promise<Area[]> {
  const areas: Area[] = [];
  let before: ImageData | undefined;
  for (const { picture, ms } of frames) {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const { width, height } = image;
    const context = contextOf(width, height);
    context.drawImage(image, 0, 0);
    const after = context.getImageData(0, 0, width, height);
    const changed = before === undefined ? { x: 0, y: 0, width, height } : changedArea(before, after);
    before = after;
    const last = areas.at(-1);
    if (changed === undefined) {
      if (last !== undefined) last.ms += ms;
      continue;
    }
    const part = contextOf(changed.width, changed.height);
    part.drawImage(image, -changed.x, -changed.y);
    const address = part.canvas.toDataURL('image/webp', 0.85);
    areas.push({ ...changed, ms, webp: address.slice(address.indexOf(',') + 1) });
  }
  return areas;

  function contextOf(width: number, height: number): CanvasRenderingContext2D {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    return context;
  }

  /** Returns the smallest rectangle with all changed pixels. Its coordinates are even, because the container requires that. */
  function changedArea(before: ImageData, after: ImageData) {
    const { width, height } = after;
    const a = new Uint32Array(before.data.buffer);
    const b = new Uint32Array(after.data.buffer);
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let index = 0; index < a.length; index++) {
      if (a[index] === b[index]) continue;
      const x = index % width;
      const y = Math.floor(index / width);
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    if (right < 0) return undefined;
    const [x, y] = [left - (left % 2), top - (top % 2)];
    return { x, y, width: right - x + 1, height: bottom - y + 1 };
  }
}
