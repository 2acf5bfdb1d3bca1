import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';

export const schemes = ['light', 'dark'] as const;
export const sizes = { phone: 'Phone', computer: 'Computer' } as const;
/** Whether the preview is inside the opening hours. */
export const times = { now: 'Now', open: 'When open', closed: 'When closed' } as const;
/** What of the chat is seen. */
export const views = { chat: 'The open chat', greeting: 'A greeting', button: 'The button' } as const;

/** What somebody looks at, which also follows what they edit. */
export type PreviewSubject = {
  /** Empty: that of the operator's browser. */
  locale: string;
  /** The pattern of an entry of `pages`. Empty: a page without one. */
  page: string;
  /** Empty: by chance. */
  variant: string;
  view: keyof typeof views;
  /** The place in `triggers` of the greeting that is shown. Undefined: the first one. */
  greeting: number | undefined;
};

/** What the preview shows. */
export type PreviewState = {
  scheme: Signal<(typeof schemes)[number]>;
  size: Signal<keyof typeof sizes>;
  time: Signal<keyof typeof times>;
  subject: ReadonlySignal<PreviewSubject>;
  /** What is chosen in the preview stays when another page of settings is opened. */
  choose(subject: Partial<PreviewSubject>): void;
  /** What is being edited is shown until another page of settings is opened. */
  follow(subject: Partial<PreviewSubject>): void;
  /** Another page of settings is opened. */
  stopFollowing(): void;
};

export function createPreviewState(): PreviewState {
  const chosen = signal<PreviewSubject>({ locale: '', page: '', variant: '', view: 'chat', greeting: undefined });
  const followed = signal<Partial<PreviewSubject>>({});
  return {
    scheme: signal<(typeof schemes)[number]>('light'),
    size: signal<keyof typeof sizes>('phone'),
    time: signal<keyof typeof times>('now'),
    subject: computed(() => ({ ...chosen.value, ...followed.value })),
    choose(subject) {
      const left = Object.entries(followed.peek()).filter(([key]) => !Object.hasOwn(subject, key));
      chosen.value = { ...chosen.peek(), ...subject };
      followed.value = Object.fromEntries(left);
    },
    follow(subject) {
      followed.value = { ...followed.peek(), ...subject };
    },
    stopFollowing() {
      followed.value = {};
    },
  };
}

/** The key of `choices` with this name, as a control has it. */
export function choiceOf<Key extends string>(choices: Readonly<Record<Key, string>>, name: string): Key | undefined {
  return Object.keys(choices).find((key): key is Key => key === name);
}
