import { type Signal, signal } from '@preact/signals';

export const schemes = ['light', 'dark'] as const;
export const sizes = { phone: 'Phone', computer: 'Computer' } as const;
/** Whether the preview is inside the opening hours. */
export const times = { now: 'Now', open: 'When open', closed: 'When closed' } as const;

/** What the preview shows. It stays when another page of settings is opened. */
export type PreviewState = {
  scheme: Signal<(typeof schemes)[number]>;
  size: Signal<keyof typeof sizes>;
  time: Signal<keyof typeof times>;
  /** Empty: that of the operator's browser. */
  locale: Signal<string>;
  /** The pattern of an entry of `pages`. Empty: a page without one. */
  page: Signal<string>;
  /** Empty: by chance. */
  variant: Signal<string>;
};

export function createPreviewState(): PreviewState {
  return {
    scheme: signal<(typeof schemes)[number]>('light'),
    size: signal<keyof typeof sizes>('phone'),
    time: signal<keyof typeof times>('now'),
    locale: signal(''),
    page: signal(''),
    variant: signal(''),
  };
}

export function isTime(name: string): name is keyof typeof times {
  return Object.hasOwn(times, name);
}

export function isSize(name: string): name is keyof typeof sizes {
  return Object.hasOwn(sizes, name);
}
