import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Chat, SubmissionExtra } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import type { ResolvedOptions } from '../../options/index.ts';
import type { PublicCall, PublicCaptcha } from '../../protocol/index.ts';

/** What the panel draws, and what it can ask for. The view is a function of these signals alone. */
export interface PanelModel {
  /** Null until the configuration is known. */
  readonly chat: ReadonlySignal<Chat | null>;
  /** There is nothing to chat with: the configuration is missing or could not be fetched. */
  readonly unavailable: ReadonlySignal<boolean>;
  readonly options: ReadonlySignal<ResolvedOptions>;
  readonly translator: ReadonlySignal<Translator>;
  readonly isOpen: ReadonlySignal<boolean>;
  /** The call-back that the form offers; null: none. */
  readonly call: ReadonlySignal<PublicCall | null>;
  /** The captcha that the form draws; null: none. */
  readonly captcha: ReadonlySignal<PublicCaptcha | null>;
  /** Where the lead comes from, for its submission. */
  readonly origin: () => SubmissionExtra;
  readonly open: () => void;
  readonly close: () => void;
  /** The visitor's own choice of language. */
  readonly setLocale: (locale: string) => void;
  /** Deletes everything kept in this browser. */
  readonly forget: () => void;
  /** Fetches what could not be fetched. */
  readonly tryAgain: () => void;
}

/** What only the view knows. */
export interface ViewState {
  readonly isMenuOpen: Signal<boolean>;
  /** The form or the menu could not be loaded. */
  readonly isMissing: Signal<boolean>;
  /** UTF-16 units in the composer. */
  readonly draftLength: Signal<number>;
  /** Messages that arrived below while the reader was further up; null when the end is in view. */
  readonly below: Signal<number | null>;
  /** What stands above the closed bubble. */
  readonly teaser: Signal<string | null>;
}

export function isInline(model: PanelModel): boolean {
  return model.options.value.target !== undefined;
}
