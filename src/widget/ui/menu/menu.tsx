import { signal } from '@preact/signals-core';
import type { ComponentType } from 'preact';
import type { Chat } from '../../../core/index.ts';
import { languages } from '../../../i18n/index.ts';
import { Icon, icons } from '../icon.tsx';
import type { PanelModel } from '../model.ts';
import { createChime } from './chime.ts';
import { menuIcons } from './menu-icons.ts';
import { saveText, transcriptOf } from './transcript.ts';

export type MenuProps = {
  chat: Chat;
  model: PanelModel;
  /** What the item says that asks for a call; null: none is possible. */
  callText: string | null;
  close: () => void;
};

/** What a visitor seldom needs, and what is theirs by right. Its state lasts as long as the panel. */
export function createMenu(): ComponentType<MenuProps> {
  const isSoundOn = signal(false);
  const isConfirmingDelete = signal(false);
  let endSound = () => {};

  return function Menu({ chat, model, callText, close }) {
    const translator = model.translator.value;
    const { title = translator.t('title') } = model.options.value;
    const messages = chat.state.messages.value;
    const run = (action: () => void) => () => {
      isConfirmingDelete.value = false;
      close();
      action();
    };
    const setSound = (on: boolean) => {
      isSoundOn.value = on;
      endSound();
      endSound = on ? chat.on('message:received', createChime()) : () => {};
    };
    if (isConfirmingDelete.value) {
      return (
        <div class="menu" id="menu">
          <p>{translator.t('deleteDataSure')}</p>
          <div class="choice">
            <button type="button" class="danger" onClick={run(model.forget)}>
              {translator.t('delete')}
            </button>
            <button type="button" ref={focusFirst} onClick={run(() => {})}>
              {translator.t('cancel')}
            </button>
          </div>
        </div>
      );
    }
    return (
      <div class="menu" id="menu">
        <button type="button" ref={focusFirst} onClick={run(() => chat.newConversation())}>
          <Icon path={menuIcons.plus} />
          {translator.t('newConversation')}
        </button>
        {callText !== null && <Item icon={icons.phone} text={callText} act={run(() => chat.requestCall())} />}
        {messages.length > 0 && (
          <Item
            icon={menuIcons.save}
            text={translator.t('download')}
            act={run(() => saveText(transcriptOf(messages, title, translator), 'chat.txt'))}
          />
        )}
        <label>
          <Icon path={menuIcons.sound} />
          <span>{translator.t('sound')}</span>
          <input type="checkbox" checked={isSoundOn.value} onInput={(event) => setSound(event.currentTarget.checked)} />
        </label>
        <label>
          <Icon path={menuIcons.globe} />
          <span>{translator.t('language')}</span>
          <select value={translator.locale.slice(0, 2)} onInput={(event) => model.setLocale(event.currentTarget.value)}>
            {Object.entries(languages).map(([code, { name }]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Item
          icon={menuIcons.trash}
          text={translator.t('deleteData')}
          act={() => {
            isConfirmingDelete.value = true;
          }}
        />
      </div>
    );
  };
}

function Item({ icon, text, act }: { icon: string; text: string; act: () => void }) {
  return (
    <button type="button" onClick={act}>
      <Icon path={icon} />
      {text}
    </button>
  );
}

/** The focus follows into what has just opened. */
function focusFirst(element: HTMLElement | null): void {
  element?.focus();
}

export const menuStyles = `
.menu { position: absolute; z-index: 2; inset-block-start: 64px; inset-inline-end: 12px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px; min-width: 264px; max-width: calc(100% - 24px); padding: 8px; border-radius: 16px; background: var(--raised); box-shadow: var(--shadow); animation: rise .15s var(--ease); }
.menu :is(button, label) { display: flex; gap: 12px; align-items: center; min-height: 40px; padding: 4px 12px; border-radius: 10px; cursor: pointer; }
.menu :is(button, label):hover { background: light-dark(var(--bubble), var(--line)); }
.menu .icon { color: var(--muted); stroke-width: 2; }
.menu span { flex: 1; }
.menu p { max-width: 264px; padding: 8px 12px; }
.menu select { max-width: 116px; min-height: 32px; color: var(--muted); text-align: end; }
.menu option { color: CanvasText; background: Canvas; }
.menu [type=checkbox] { appearance: none; position: relative; width: 40px; height: 24px; border-radius: 12px; background: var(--field); cursor: pointer; transition: background .15s; }
.menu [type=checkbox]::before { content: ""; position: absolute; inset: 4px auto 4px 4px; width: 16px; border-radius: 50%; background: #fff; transition: translate .15s var(--ease); }
.menu [type=checkbox]:checked { background: var(--lc-accent); }
.menu [type=checkbox]:checked::before { translate: 16px; }
.menu .choice { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; padding: 4px; }
.menu .choice button { justify-content: center; font-weight: 600; box-shadow: inset 0 0 0 1px var(--field); }
.menu .choice .danger { color: #fff; background: oklch(.52 .2 25); box-shadow: none; }
@media (forced-colors: active) {
  .menu { border: 1px solid; }
  .menu [type=checkbox] { appearance: auto; width: 24px; }
  .menu [type=checkbox]::before { content: none; }
}
`;
