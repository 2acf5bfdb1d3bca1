import type { Signal } from '@preact/signals-core';
import type { ComponentType, VNode } from 'preact';
import type { CallLineProps } from './callback/index.ts';
import type { FormProps } from './form/index.ts';
import type { MenuProps } from './menu/index.ts';

/** The form, which comes with what sends its lead. */
export type FormPart = Pick<typeof import('./form/index.ts'), 'createLeadFormView'> & { formStyles: string };

/** What is there for call-backs. */
export type CallPart = Pick<typeof import('./callback/index.ts'), 'callText' | 'callAgainText'> & {
  Line: ComponentType<CallLineProps>;
};

/** What tells visitors who are elsewhere that somebody wrote. */
export type AwayPart = Pick<typeof import('./notifications/index.ts'), 'Teaser' | 'badgeOf' | 'countInTitle'>;

/** Parts of the panel that are loaded when they are needed; null until then. */
export interface Parts {
  readonly Away: Signal<AwayPart | null>;
  readonly Call: Signal<CallPart | null>;
  readonly Form: Signal<ComponentType<FormProps> | null>;
  readonly Menu: Signal<ComponentType<MenuProps> | null>;
  readonly RichText: Signal<((props: { text: string }) => VNode) | null>;
}

/** Loads when first needed; when that fails, the next need tries again. `tell` hears whether it is missing. */
export function loadOnce(load: () => Promise<void>, tell = (_isMissing: boolean): void => {}): () => void {
  let loading: Promise<void> | undefined;
  return () => {
    if (loading !== undefined) return;
    loading = load().then(
      () => tell(false),
      () => {
        loading = undefined;
        tell(true);
      },
    );
  };
}
