import { computed, effect, signal, untracked } from '@preact/signals';
import { systemClock } from '../../clock.ts';
import type { Chat } from '../../core/index.ts';
import type { OpenOrigin, Panel, PanelDeps } from '../launcher/index.ts';
import { getNextCallOffer, mountPanel, type PanelModel, type Teaser } from '../ui/index.ts';
import { createAnalytics } from './analytics.ts';
import { createAvailability } from './availability.ts';
import { createChatManager } from './chat-manager.ts';
import { createCurrentMinute } from './current-minute.ts';
import { createFunnel } from './funnel.ts';
import { createInlineTarget } from './inline-target.ts';
import { createConversationLoader } from './load-conversation.ts';
import type { LeadsLoader } from './load-leads.ts';
import { createPanelFocus } from './panel-focus.ts';
import { createPanelSize } from './panel-size.ts';
import { createRatings } from './ratings.ts';
import { createFormStartReporter } from './report-form-start.ts';
import { createFailureReporter, createProblemReporter } from './report-problems.ts';
import { reportTeasers } from './report-teasers.ts';
import { createSettings } from './settings.ts';
import { createTranslation, followChosenLocale, type LoadedTexts, shareChosenLocale } from './translation.ts';
import { watchTriggersUntilOpen } from './triggers.ts';

/** Connects options, chat, triggers and UI. */
export function createPanel(deps: PanelDeps, firstTexts: LoadedTexts, leads: LeadsLoader): Panel {
  const teaser = signal<Teaser | null>(null);
  /** A text of the page for the text box, until the visitor types or sends. */
  const prefilledText = signal('');
  const isPlanningCall = signal(false);
  /** Whether the chat is open in the visitor's tabs, as this tab last reported it or heard it. */
  let wasOpenInTabs = false;
  const reportProblems = createProblemReporter(reportError);
  const reportFailure = createFailureReporter(reportError);
  // Every language has the same keys.
  const textKeys = Object.keys(firstTexts.texts);
  const settings = createSettings(deps, reportError, reportProblems, textKeys);
  const { config, isHidden, isOpen, options, variants } = settings;
  const trackInDataLayer = createAnalytics(options, variants);
  const minute = createCurrentMinute(systemClock, () => isOpen.value);
  const availability = createAvailability(options, minute.now);
  const translation = createTranslation({ options, chosenLocale: settings.chosenLocale, first: firstTexts });
  const { translator } = translation;
  followChosenLocale(deps);
  const focus = createPanelFocus(deps);
  const size = createPanelSize(options);
  const funnel = createFunnel({
    ...deps,
    options,
    variants,
    hasWritten: () =>
      chat
        .peek()
        ?.state.messages.peek()
        .some(({ from }) => from === 'visitor') === true,
  });
  /** Tells the page and its analytics what has happened. */
  const report: PanelDeps['emit'] = (name, detail) => {
    deps.emit(name, detail);
    trackInDataLayer(name, detail);
    funnel.track(name, detail);
  };
  const call = computed(() => (config.value?.form.callback ? (config.value.form.call ?? {}) : null));
  const conversation = createConversationLoader({ reportFailure });
  const inlineTarget = createInlineTarget({ ...deps, options, isOpen, reportError, reportFailure });
  const chats = createChatManager({
    settings,
    afterLead: availability.afterLead,
    // In its target it has no launcher, and is there whatever other tabs show.
    staysOpen: () => inlineTarget.isInline.peek(),
    reportError,
    reportFailure,
    reportProblems,
    emit: report,
    forget: deps.forget,
    answerStorageConsent: deps.answerStorageConsent,
    loadConversation: conversation.load,
    leads,
  });
  const { chat } = chats;
  const ratings = createRatings({ chat, options, variants, pageViews: deps.pageViews, report });
  const draft = computed(() => chat.value?.state.typedText.value || prefilledText.value);
  const model: PanelModel = {
    root: deps.root,
    chat,
    isUnavailable: computed(() => chats.problem.value !== null),
    options,
    translator,
    isOpen,
    isHidden,
    isInline: inlineTarget.isInline,
    isFocusRequested: focus.isFocusRequested,
    isFormRequested: focus.isFormRequested,
    clock: systemClock,
    now: minute.now,
    ...availability,
    call,
    captcha: computed(() => config.value?.captcha ?? null),
    teaser,
    isPlanningCall,
    wantedRating: ratings.wantedRating,
    draft,
    isLarge: size.isLarge,
    leadOrigin: chats.leadOrigin,
    showForm: () => showForm('visitor'),
    startForm: createFormStartReporter(options, deps.pageViews, report),
    setLarge: size.setLarge,
    close: () => deps.setOpen(false, 'visitor'),
    setTeaser(next) {
      teaser.value = next;
    },
    openTeaser() {
      const clicked = teaser.peek();
      if (clicked !== null) report('teaser:click', { source: clicked.source });
      deps.setOpen(true, 'visitor');
    },
    requestCall: () => chats.withStartedChat(requestCall),
    setPlanningCall(isPlanning) {
      isPlanningCall.value = isPlanning;
    },
    setWantedRating: ratings.setWantedRating,
    setDraft(text) {
      prefilledText.value = '';
      chat.peek()?.setTypedText(text);
    },
    rate: ratings.rate,
    setLocale(locale) {
      deps.chooseLocale(locale);
      shareChosenLocale(locale);
    },
    forget() {
      forgetHere();
      chats.forget();
    },
    retry: chats.retry,
  };
  const unmount = mountPanel(deps, model, conversation.parts, chats.formParts);
  const triggers = watchTriggersUntilOpen({
    ...settings,
    chat,
    teaser,
    translator,
    pageViews: deps.pageViews,
    reportFailure,
    open: () => deps.setOpen(true, 'trigger'),
  });
  const cleanups = [
    conversation.dispose,
    translation.dispose,
    minute.dispose,
    size.dispose,
    shareFacts(() => {
      const { language, locale, t } = translator.value;
      return { words: { locale, language, open: t('openChat'), close: t('closeChat') } };
    }),
    shareFacts(() => ({ isFloating: inlineTarget.isFloating.value })),
    shareFacts(() => ({ problem: chats.problem.value })),
    inlineTarget.dispose,
    triggers.dispose,
    funnel.dispose,
    ratings.dispose,
    reportTeasers(teaser, settings, report),
    effect(() => {
      const phase = chat.value?.state.phase.value ?? 'idle';
      if (phase !== 'idle') untracked(() => deps.emit('phase', { phase }));
    }),
    effect(() => {
      const isOpenInTabs = chat.value?.state.open.value ?? isOpen.peek();
      if (isOpenInTabs === wasOpenInTabs) return;
      wasOpenInTabs = isOpenInTabs;
      untracked(() => deps.setOpen(isOpenInTabs, 'tab'));
    }),
    // A chat that leaves its page, or comes into it, stays as it is.
    inlineTarget.isInline.subscribe(() => setVisible(isOpen.peek())),
    // Records the visit as soon as the panel is open and has a chat.
    effect(() => {
      if (isOpen.value && chat.value !== null) untracked(chats.leadOrigin);
    }),
    unmount,
    chats.dispose,
    settings.dispose,
  ];

  /** Tells the launcher what the panel knows of itself, now and whenever that changes. */
  function shareFacts(read: () => Parameters<PanelDeps['setFacts']>[0]): () => void {
    return effect(() => {
      const facts = read();
      untracked(() => deps.setFacts(facts));
    });
  }

  /** What this page remembers of the visitor besides the chat. */
  function forgetHere(): void {
    size.forget();
    triggers.forget();
  }

  function showForm(origin: OpenOrigin): void {
    chats.showForm(() => focus.requestForm(origin));
  }

  /** For now. Outside the hours the visitor chooses a time, and without a lead the form comes first. */
  function requestCall(current: Chat): void {
    const offer = getNextCallOffer(current, call.peek(), systemClock.now());
    if (offer?.isOpen) current.requestCall();
    else if (offer !== null) isPlanningCall.value = true;
    else if (call.peek() !== null && current.state.canShowForm.peek()) showForm('visitor');
  }

  function reportError(code: string, message: string): void {
    console.error(message);
    deps.emit('error', { code, message });
  }

  /** What the panel has done about. */
  let wasOpen = false;

  function setVisible(isVisible: boolean): void {
    wasOpenInTabs = isVisible;
    chats.setVisible(isVisible);
  }

  function onOpenChange(origin: OpenOrigin): void {
    const isHiddenHereOnly = !wasOpen && origin === 'place' && !inlineTarget.isInline.peek();
    if (!isHiddenHereOnly && wasOpen !== wasOpenInTabs) setVisible(wasOpen);
    if (wasOpen) focus.follow(origin);
    if (wasOpen) funnel.opened(origin);
    if (origin !== 'tab' && origin !== 'place') trackInDataLayer(wasOpen ? 'open' : 'close', {});
  }

  deps.subscribe((state) => {
    // Before the panel is hidden, because a hidden element has no focus.
    if (wasOpen && !state.isOpen) focus.restore();
    settings.follow(state);
    if (isOpen.peek() === wasOpen) return;
    wasOpen = isOpen.peek();
    onOpenChange(deps.get().openOrigin);
  });
  const dispose = () => {
    for (const cleanup of cleanups) cleanup();
  };
  if (deps.signal.aborted) dispose();
  else deps.signal.addEventListener('abort', dispose);

  return {
    requestCall: () => chats.withStartedChat(requestCall),
    sendMessage(text) {
      if (typeof text !== 'string') throw new TypeError(`the message must be a text, got a ${typeof text}`);
      chats.sendMessage(text);
    },
    prefill(values) {
      if (typeof values !== 'string') chats.prefill(checkObject(values));
      // Keeps what the visitor has typed.
      else if (draft.peek() === prefilledText.peek()) prefilledText.value = values;
    },
    showForm: () => showForm('api'),
    setAttributes: (values) => chats.setAttributes(checkObject(values)),
    reset(leftToken, stamp) {
      prefilledText.value = '';
      forgetHere();
      chats.reset(leftToken, stamp);
    },
    onForgottenElsewhere(isReset, ...deletion) {
      if (isReset) prefilledText.value = '';
      forgetHere();
      chats.onForgottenElsewhere(isReset, ...deletion);
    },
    state: chats.state,
  };
}

/** The page may pass anything. */
function checkObject<Values extends object>(values: Values): Values {
  if (typeof values !== 'object' || values === null) throw new TypeError('the values must be an object');
  return values;
}
