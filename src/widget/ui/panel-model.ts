import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import type { Clock } from '../../clock.ts';
import type { Chat, SubmissionExtra } from '../../core/index.ts';
import type { Translator } from '../../i18n/index.ts';
import type { ResolvedOptions } from '../../options/index.ts';
import type { Localized } from '../../protocol/locale.ts';
import type { PublicCall, PublicCaptcha } from '../../protocol/proxy/public-config.ts';
import type { RatingRequest } from '../../protocol/proxy/rating.ts';
import { useRequired } from './use-required.ts';

/** A text above the closed bubble, and what has caused it. Each is a new object: two may have the same text. */
export type Teaser = { readonly text: Localized<string>; readonly source: 'trigger' | 'message' };

/** Everything that the components show, as signals, and the actions that they can call. */
export interface PanelModel {
  /** The shadow root that the panel lives in. */
  readonly root: ShadowRoot;
  /** Null until the configuration is known. */
  readonly chat: ReadonlySignal<Chat | null>;
  /** Whether no chat is possible, because the configuration is incomplete or could not be loaded. */
  readonly isUnavailable: ReadonlySignal<boolean>;
  readonly options: ReadonlySignal<ResolvedOptions>;
  readonly translator: ReadonlySignal<Translator>;
  readonly isOpen: ReadonlySignal<boolean>;
  /** Whether the options hide the widget, on this page or at this time. */
  readonly isHidden: ReadonlySignal<boolean>;
  /** Whether the panel is part of the page instead of floating above it. */
  readonly isInline: ReadonlySignal<boolean>;
  /** The focus should move into the panel, because the visitor has opened it. Who moves it sets it back. */
  readonly isFocusRequested: Signal<boolean>;
  /** The visitor has asked for the form in the conversation. The form sets it back once it has the focus, or is gone. */
  readonly isFormRequested: Signal<boolean>;
  readonly clock: Clock;
  /** The time, exact at the start of each minute while the panel is open. */
  readonly now: ReadonlySignal<number>;
  /** When the opening hours start again; null during them. */
  readonly backAt: ReadonlySignal<number | null>;
  /** Why nobody answers today, in the site's words. */
  readonly closedText: ReadonlySignal<Localized<string> | undefined>;
  /** What follows a lead that is submitted now. */
  readonly afterLead: ReadonlySignal<'chat' | 'thanks'>;
  /** The call-back that the form offers, or null. */
  readonly call: ReadonlySignal<PublicCall | null>;
  /** The captcha of the form, or null. */
  readonly captcha: ReadonlySignal<PublicCaptcha | null>;
  /** What is above the closed bubble. */
  readonly teaser: ReadonlySignal<Teaser | null>;
  /** Whether the visitor is choosing a time for a call. */
  readonly isPlanningCall: ReadonlySignal<boolean>;
  /** The key of the question that the visitor has asked for in this tab, to rate the chat, until it has the focus. */
  readonly wantedRating: ReadonlySignal<string | null>;
  /** The text in the composer. */
  readonly draft: ReadonlySignal<string>;
  /** Whether the visitor wants the larger panel. */
  readonly isLarge: ReadonlySignal<boolean>;
  /** Returns the page and attribution for a submission. */
  leadOrigin(): SubmissionExtra;
  /** Shows the form in the conversation, because the visitor asks for it. */
  showForm(): void;
  /** The visitor has begun to fill in the form. */
  startForm(): void;
  setLarge(isLarge: boolean): void;
  close(): void;
  setTeaser(teaser: Teaser | null): void;
  /** The visitor has clicked the teaser, which opens the chat. */
  openTeaser(): void;
  /** Requests a call for now. Outside the hours the visitor chooses a time, and without a lead the form comes first. */
  requestCall(): void;
  setPlanningCall(isPlanning: boolean): void;
  setWantedRating(key: string | null): void;
  setDraft(text: string): void;
  /** Sets the language that the visitor chose. */
  setLocale(locale: string): void;
  /** The visitor has rated the conversation that the chat asks about. */
  rate(rating: RatingRequest['rating'], comment: string): void;
  /** Deletes everything stored in this browser. */
  forget(): void;
  /** Loads the configuration again. */
  retry(): void;
}

export const PanelContext = createContext<PanelModel | null>(null);

export const usePanel = () => useRequired(PanelContext);

/** The current translator. The component renders again when the language or a text changes. */
export const useTranslator = () => usePanel().translator.value;
