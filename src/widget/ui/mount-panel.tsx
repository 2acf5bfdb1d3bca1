import { effect, signal } from '@preact/signals-core';
import { render } from 'preact';
import { adoptStyles } from './adopt-styles.ts';
import { Composer } from './composer.tsx';
import { copyOnDemand } from './copy-on-demand.ts';
import { Header } from './header.tsx';
import { lockScroll, phoneScreen } from './lock-scroll.ts';
import { createLog } from './log.tsx';
import { isInline, type PanelModel, type ViewState } from './model.ts';
import { Panel } from './panel.tsx';
import { type FormPart, loadOnce, type Parts } from './parts.ts';
import { passedOver } from './passed-over.ts';
import { stickToEnd } from './stick.ts';
import { panelStyles } from './styles/panel-styles.ts';

export type MountedPanel = {
  /** Moves the focus to where the visitor goes on: the first field, or the message. */
  focus(): void;
  /** Says something above the closed bubble. */
  tease(text: string): void;
  /** The form will be shown soon: its part is loaded. */
  expectForm(): void;
  dispose(): void;
};

export type PanelPlace = { root: ShadowRoot; layer: HTMLElement; launcher: HTMLElement };

/** Draws the panel into the layer, before the launcher, so that the keyboard reaches it first. */
export function mountPanel(
  { root, layer, launcher }: PanelPlace,
  model: PanelModel,
  loadForm: () => Promise<FormPart>,
): MountedPanel {
  const view: ViewState = {
    isMenuOpen: signal(false),
    isMissing: signal(false),
    draftLength: signal(0),
    below: signal(null),
    teaser: signal(null),
  };
  const parts: Parts = {
    Away: signal(null),
    Call: signal(null),
    Form: signal(null),
    Menu: signal(null),
    RichText: signal(null),
  };
  const need = createNeeds(root, parts, view, loadForm);
  const container = document.createElement('div');
  layer.prepend(container);
  const small = matchMedia(phoneScreen);
  const stops = [adoptStyles(root, panelStyles)];
  let endLog = () => {};
  let isFocusWanted = false;

  const focus = () => {
    // A field that takes the focus brings up the keyboard and hides half of a phone's panel.
    const field = matchMedia('(pointer:coarse)').matches
      ? null
      : container.querySelector<HTMLElement>('.composer textarea, .form [id^=field-]');
    isFocusWanted = field === null;
    (field ?? container.querySelector<HTMLElement>('.panel'))?.focus({ preventScroll: true });
  };
  const Log = createLog(model, view, { component: parts.RichText, need: need.richText }, (log) => {
    endLog();
    const ends = [
      stickToEnd(log, view.below),
      copyOnDemand({
        log,
        texts: () =>
          model.chat
            .peek()
            ?.state.messages.peek()
            .map(({ text }) => text) ?? [],
        translator: () => model.translator.peek(),
      }),
    ];
    endLog = () => {
      for (const end of ends) end();
    };
  });

  const steady = { Header: passedOver(Header), Log: passedOver(Log), Composer: passedOver(Composer) };

  stops.push(
    effect(() => {
      // What is missing is asked for again by a click alone.
      if (!view.isMissing.value && model.chat.value?.state.phase.value === 'asking-lead') need.form();
      if (model.isOpen.value && model.call.value !== null) need.call();
      if (view.isMenuOpen.value) need.menu();
      const Away = parts.Away.value;
      const had = container.contains(root.activeElement);
      render(
        <>
          {Away !== null && <Away.Teaser model={model} view={view} />}
          <Panel
            model={model}
            view={view}
            {...steady}
            Call={parts.Call.value}
            Form={parts.Form.value}
            Menu={parts.Menu.value}
            isWholeScreen={small.matches && !isInline(model)}
          />
        </>,
        container,
      );
      // What had the focus is gone, or what should get it has only now come.
      const isLost = had && root.activeElement === null;
      if (model.isOpen.value && (isLost || (isFocusWanted && root.activeElement?.className.includes('panel')))) focus();
    }),
    effect(() => (model.isOpen.value && !isInline(model) ? lockScroll(root) : undefined)),
    effect(() => {
      const chat = model.chat.value;
      if (chat === null) return;
      return chat.on('message:received', ({ message }) => {
        if (!model.isOpen.peek()) view.teaser.value = message.text;
      });
    }),
    effect(() => {
      const unread = model.chat.value?.state.unread;
      if (view.teaser.value !== null || (unread && unread.value > 0)) need.away();
    }),
    effect(() => {
      const chat = model.chat.value;
      const away = parts.Away.value;
      if (chat === null || away === null) return;
      const ends = [away.badgeOf(launcher, chat.state.unread, model.translator), away.countInTitle(chat.state.unread)];
      return () => {
        for (const end of ends) end();
      };
    }),
    effect(() => {
      if (model.isOpen.value) view.teaser.value = null;
    }),
  );
  return {
    focus,
    expectForm: need.form,
    tease(text) {
      view.teaser.value = text;
    },
    dispose() {
      for (const stop of stops.reverse()) stop();
      endLog();
      render(null, container);
      container.remove();
    },
  };
}

/** Loads the parts that not every visitor needs, each once. */
function createNeeds(root: ShadowRoot, parts: Parts, { isMissing }: ViewState, loadForm: () => Promise<FormPart>) {
  const tell = (isGone: boolean) => {
    isMissing.value = isGone;
  };
  return {
    form: loadOnce(async () => {
      const { createLeadFormView, formStyles } = await loadForm();
      adoptStyles(root, formStyles);
      parts.Form.value = createLeadFormView((styles) => adoptStyles(root, styles));
    }, tell),
    call: loadOnce(async () => {
      const { createCallbackStatus, ...offers } = await import('./callback/index.ts');
      parts.Call.value = { ...offers, Line: createCallbackStatus() };
    }),
    menu: loadOnce(async () => {
      const { createMenu, menuStyles } = await import('./menu/index.ts');
      adoptStyles(root, menuStyles);
      parts.Menu.value = createMenu();
    }, tell),
    away: loadOnce(async () => {
      const { awayStyles, ...away } = await import('./notifications/index.ts');
      adoptStyles(root, awayStyles);
      parts.Away.value = away;
    }),
    richText: loadOnce(async () => {
      try {
        const { RichText, richTextStyles } = await import('./markdown/index.ts');
        adoptStyles(root, richTextStyles);
        parts.RichText.value = RichText;
      } catch {
        // The text as it came is better than none.
        parts.RichText.value = ({ text }) => <>{text}</>;
      }
    }),
  };
}
