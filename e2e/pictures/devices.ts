export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** A wide window is cropped to the corner with the widget; `tile` is its size on a contact sheet. */
export const devices = [
  {
    name: 'desktop',
    window: { width: 1280, height: 800 },
    clip: { x: 800, y: 0, width: 480, height: 800 },
    scale: 1,
    touch: false,
    tile: { width: 240, height: 400 },
  },
  {
    name: 'phone',
    window: { width: 390, height: 844 },
    clip: undefined,
    scale: 2,
    touch: true,
    tile: { width: 195, height: 422 },
  },
] as const;
export type Device = (typeof devices)[number];

/** Path of a full-size picture; the next run replaces it. */
export function pictureFile(device: Device, theme: Theme, index: number): string {
  return `test-results/pictures/${device.name}/${theme}/${String(index + 1).padStart(2, '0')}.png`;
}
