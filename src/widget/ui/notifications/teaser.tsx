import { Icon, icons } from '../icon.tsx';
import type { PanelModel, ViewState } from '../model.ts';

/** A line above the bubble: what an agent wrote meanwhile, or what a trigger has to say. */
export function Teaser({ model, view }: { model: PanelModel; view: ViewState }) {
  const translator = model.translator.value;
  const text = view.teaser.value;
  if (text === null || model.isOpen.value) return null;
  const dismiss = () => {
    view.teaser.value = null;
  };
  return (
    <div class="teaser" role="status" lang={translator.locale} dir={translator.direction}>
      <button type="button" class="words" onClick={model.open}>
        <b>{model.chat.value?.state.owner.value?.name ?? model.options.value.title ?? translator.t('title')}</b>
        <span dir="auto">{plainText(text)}</span>
      </button>
      <button type="button" class="plain" aria-label={translator.t('dismiss')} onClick={dismiss}>
        <Icon path={icons.close} />
      </button>
    </div>
  );
}

/** Words, not the marks around them, and no more than there is room for. */
function plainText(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^()\s]*\)|\*\*|`/g, '$1')
    .replace(/\n+/g, '\n')
    .slice(0, 200);
}
