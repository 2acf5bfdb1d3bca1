import { effect, signal } from '@preact/signals-core';
import { type ComponentType, render } from 'preact';
import type { FormProps } from './form/lead-form-view.tsx';
import { createLog } from './log.tsx';
import type { PanelModel, ViewState } from './model.ts';
import { Panel } from './panel.tsx';
import { stickToEnd } from './stick.ts';
import { panelStyles } from './styles/panel-styles.ts';

export type MountedPanel = {
  /** Moves the focus to where the visitor goes on: the first field, or the message. */
  focus(): void;
  dispose(): void;
};

type RichText = typeof import('./markdown/index.ts').RichText;

/** Draws the panel into the layer, before the launcher, so that the keyboard reaches it first. */
export function mountPanel(root: ShadowRoot, layer: HTMLElement, model: PanelModel): MountedPanel {
  const view: ViewState = { isMenuOpen: signal(false), draftLength: signal(0), below: signal(null) };
  const form = signal<ComponentType<FormProps> | null>(null);
  const richText = signal<RichText | null>(null);
  const container = document.createElement('div');
  layer.prepend(container);
  const own = addStyles(root, panelStyles);
  let endStick = () => {};
  let composer: HTMLTextAreaElement | null = null;
  let isFocusWanted = false;

  const focus = () => {
    const panel = container.querySelector<HTMLElement>('.panel');
    // A field that takes the focus brings up the keyboard and hides half of a phone's panel.
    const field = matchMedia('(pointer:coarse)').matches
      ? null
      : container.querySelector<HTMLElement>('.composer textarea, .form input:not([type=hidden]), .form select');
    isFocusWanted = field === null;
    (field ?? panel)?.focus({ preventScroll: true });
  };
  const Log = createLog(
    model,
    view,
    {
      component: richText,
      need: loadOnce(async () => {
        richText.value = (await import('./markdown/index.ts')).RichText;
      }),
    },
    (log) => {
      endStick();
      endStick = stickToEnd(log, view.below);
    },
  );
  const needForm = loadOnce(async () => {
    const { createLeadFormView, formStyles } = await import('./form/index.ts');
    addStyles(root, formStyles);
    form.value = createLeadFormView();
  });
  const endDrawing = effect(() => {
    if (model.chat.value?.state.phase.value === 'asking-lead') needForm();
    const had = container.contains(root.activeElement);
    render(
      <Panel
        model={model}
        view={view}
        Log={Log}
        Form={form.value}
        composer={(element) => {
          composer = element;
        }}
      />,
      container,
    );
    // What had the focus is gone, or what should get it has only now come.
    if ((had && root.activeElement === null) || (isFocusWanted && composer !== null)) focus();
  });
  return {
    focus,
    dispose() {
      endDrawing();
      endStick();
      render(null, container);
      container.remove();
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== own);
    },
  };
}

function addStyles(root: ShadowRoot, styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return sheet;
}

/** Loads when first needed; when that fails, the next need tries again. */
function loadOnce(load: () => Promise<void>): () => void {
  let loading: Promise<void> | undefined;
  return () => {
    if (loading !== undefined) return;
    loading = load().catch(() => {
      loading = undefined;
    });
  };
}
