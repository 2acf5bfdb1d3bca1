import type { ComponentType } from 'preact';
import type { Chat, LeadForm } from '../../core/index.ts';
import { Banner } from './banner.tsx';
import type { ComposerProps } from './composer.tsx';
import type { FormProps } from './form/lead-form-view.tsx';
import type { HeaderProps } from './header.tsx';
import { Icon, icons } from './icon.tsx';
import type { MenuProps } from './menu/index.ts';
import type { PanelModel, ViewState } from './model.ts';
import type { CallPart } from './parts.ts';
import { wrapFocus } from './wrap-focus.ts';

export type PanelProps = {
  model: PanelModel;
  view: ViewState;
  Header: ComponentType<HeaderProps>;
  Log: ComponentType<{ chat: Chat }>;
  Composer: ComponentType<ComposerProps>;
  /** Null until it is loaded. */
  Form: ComponentType<FormProps> | null;
  /** Null until it is loaded. */
  Menu: ComponentType<MenuProps> | null;
  /** Null until a call-back is in sight. */
  Call: CallPart | null;
  /** On a phone the panel is all there is. */
  isWholeScreen: boolean;
};

/** The whole panel: a function of the model's and the view's signals. */
export function Panel(props: PanelProps) {
  const { model, view, Header, Menu, Call } = props;
  const chat = model.chat.value;
  const translator = model.translator.value;
  const { title = translator.t('title'), target } = model.options.value;
  const isOpen = model.isOpen.value;
  return (
    <div
      class={`panel ${isOpen ? 'open' : ''} ${target === undefined ? '' : 'inline'}`}
      role="dialog"
      aria-label={title}
      aria-modal={isOpen && props.isWholeScreen}
      lang={translator.locale}
      dir={translator.direction}
      tabIndex={-1}
      onClick={(event) => {
        const [clicked] = event.composedPath();
        const isOutside = clicked instanceof Element && clicked.closest('.menu, [aria-controls=menu]') === null;
        if (isOutside && clicked.isConnected) view.isMenuOpen.value = false;
      }}
      onKeyDown={(event) => {
        if (props.isWholeScreen) wrapFocus(event, event.currentTarget);
        if (event.key !== 'Escape' || event.isComposing) return;
        event.stopPropagation();
        if (view.isMenuOpen.peek()) closeMenu(view, event.currentTarget);
        else if (target === undefined) model.close();
      }}
    >
      <Header model={model} view={view} />
      {view.isMenuOpen.value &&
        chat !== null &&
        (Menu !== null ? (
          <Menu
            chat={chat}
            model={model}
            callText={Call?.callAgainText(model.call.value, chat, translator) ?? null}
            close={() => {
              view.isMenuOpen.value = false;
            }}
          />
        ) : (
          view.isMissing.value && (
            <p class="banner" id="menu" role="alert">
              {translator.t('missing')}
            </p>
          )
        ))}
      <Content {...props} />
    </div>
  );
}

/** Escape leads back to where the menu was opened. */
function closeMenu(view: ViewState, panel: HTMLElement): void {
  view.isMenuOpen.value = false;
  panel.querySelector<HTMLElement>('[aria-controls=menu]')?.focus();
}

function Content(props: PanelProps) {
  const { model, view, Log, Composer, Form, Call } = props;
  const translator = model.translator.value;
  const chat = model.chat.value;
  if (chat === null) return <Waiting {...props} />;
  const phase = chat.state.phase.value;
  switch (phase) {
    case 'idle':
      return <Waiting {...props} />;
    case 'asking-lead':
      if (chat.leadForm === null || Form === null) return <Waiting {...props} />;
      return (
        <>
          <Banner chat={chat} translator={translator} CallbackStatus={Call?.Line ?? null} />
          <FormOf chat={chat} form={chat.leadForm} Form={Form} Call={Call} model={model} />
        </>
      );
    case 'chatting':
      return (
        <>
          <Banner chat={chat} translator={translator} CallbackStatus={Call?.Line ?? null} />
          <Log chat={chat} />
          <Composer chat={chat} translator={translator} view={view} />
        </>
      );
    case 'ended':
      return (
        <>
          <Banner chat={chat} translator={translator} CallbackStatus={Call?.Line ?? null} />
          {chat.state.messages.value.length > 0 && <Log chat={chat} />}
          <div class="end">
            <Icon path={icons.check} />
            <p>{translator.t('ended')}</p>
            <button type="button" class="main" onClick={() => chat.newConversation()}>
              {translator.t('newConversation')}
            </button>
          </div>
        </>
      );
    default:
      return phase satisfies never;
  }
}

type FormOfProps = Pick<PanelProps, 'Call' | 'model'> & { chat: Chat; form: LeadForm; Form: ComponentType<FormProps> };

function FormOf({ chat, form, Form, Call, model }: FormOfProps) {
  const { leadForm, greeting, theme } = model.options.value;
  const lead = chat.state.lead.value;
  return (
    <Form
      form={form}
      translator={model.translator.value}
      greeting={greeting}
      origin={model.origin}
      refusal={lead.status === 'refused' && lead.issues.length === 0 ? lead.code : null}
      callText={Call?.callText(model.call.value, form.country.value, model.translator.value) ?? null}
      captcha={model.captcha.value}
      theme={theme}
      isShown={model.isOpen.value}
      {...(leadForm === 'optional' && { skip: () => chat.skipLead() })}
    />
  );
}

type WaitingProps = Pick<PanelProps, 'model' | 'view'>;

/** What is to come, in grey: nothing jumps when it is there. Or that it does not come for now. */
function Waiting({ model, view }: WaitingProps) {
  if (model.unavailable.value || view.isMissing.value) return <Unavailable model={model} view={view} />;
  return (
    <div class="loading" role="status">
      <span class="hidden">{model.translator.value.t('connecting')}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

function Unavailable({ model, view }: WaitingProps) {
  const translator = model.translator.value;
  return (
    <div class="end" role="alert">
      <Icon path={icons.alert} />
      <p>{translator.t('unavailable')}</p>
      <button
        type="button"
        class="main"
        onClick={() => {
          view.isMissing.value = false;
          model.tryAgain();
        }}
      >
        {translator.t('tryAgain')}
      </button>
    </div>
  );
}
