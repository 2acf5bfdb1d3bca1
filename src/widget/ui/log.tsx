import type { VNode } from 'preact';
import type { Chat, ChatMessage } from '../../core/index.ts';
import { chunkMessages } from './blocks.ts';
import { Icon, icons } from './icon.tsx';
import { Message } from './message.tsx';
import type { PanelModel, ViewState } from './model.ts';
import type { Parts } from './parts.ts';
import type { Row } from './timeline.ts';
import { createTimes } from './times.ts';

/** A region that scrolls has to be reached by keyboard; Safari does not see to that itself. */
const reachable = 0;

/** What may be formatting; other texts need no reading. */
const marked = /[*_`[\n•@]|:\/\/|^ *(?:-|\d+[.)]) /;

type Drawn = { key: string; vnode: VNode };

/** Draws rows once: a message that looks as before is the very same node, which the renderer passes over. */
export function createLog(
  model: PanelModel,
  view: ViewState,
  richText: RichTextPort,
  stick: (log: HTMLElement) => void,
) {
  let drawn = new WeakMap<ChatMessage, Drawn>();
  let blocksOf: (messages: readonly ChatMessage[]) => readonly VNode[];
  let drawnFor: unknown[] = [];
  let times = createTimes(model.translator.peek());
  let log: HTMLElement | null = null;
  const keep = (element: HTMLElement | null) => {
    if (element !== null && element !== log) stick(element);
    log = element;
  };

  return function Log({ chat }: { chat: Chat }) {
    const translator = model.translator.value;
    const { avatar, title = translator.t('title') } = model.options.value;
    const rich = richText.component.value;
    // At midnight `Today` becomes `Yesterday`.
    const circumstances = [translator, avatar, title, rich, chat, new Date().toDateString()];
    if (circumstances.some((one, index) => one !== drawnFor[index])) {
      drawn = new WeakMap();
      drawnFor = circumstances;
      times = createTimes(translator);
      blocksOf = chunkMessages((rows, isLatest) => (
        <div key={rows[0]?.message.id} class={isLatest ? 'block latest' : 'block'}>
          {rows.map(drawRow)}
        </div>
      ));
    }
    const drawRow = (row: Row) => {
      const { message } = row;
      const key = `${row.opensDay}${row.closesGroup}`;
      const before = drawn.get(message);
      if (before?.key === key) return before.vnode;
      const Rich = isMarked(message) ? rich : null;
      const vnode = (
        <Message
          key={message.id}
          row={row}
          title={title}
          avatar={avatar}
          translator={translator}
          times={times}
          content={Rich === null ? message.text : <Rich text={message.text} />}
          retry={chat.retry}
        />
      );
      drawn.set(message, { key, vnode });
      return vnode;
    };
    const all = chat.state.messages.value;
    const isMarked = ({ from, text }: ChatMessage) => from === 'agent' && marked.test(text);
    // A text that is formatted after it was shown would be read out twice: it waits, and what follows waits with it.
    const waits = rich === null ? all.findIndex((message) => !drawn.has(message) && isMarked(message)) : -1;
    if (waits >= 0) richText.need();
    if (waits >= 0 && log === null) return <div class="conversation" />;
    return (
      <div class="conversation">
        <div class="log" role="log" aria-label={translator.t('conversation')} tabIndex={reachable} ref={keep}>
          <Greeting model={model} />
          {blocksOf(waits < 0 ? all : all.slice(0, waits))}
          {chat.state.awaitingAnswer.value && (
            <p class="dots">
              <span class="hidden">{translator.t('waiting')}</span>
              <i />
              <i />
              <i />
            </p>
          )}
        </div>
        {view.below.value !== null && (
          <button
            type="button"
            class="jump"
            onClick={() => log?.scrollTo({ top: log.scrollHeight, behavior: 'smooth' })}
          >
            <Icon path={icons.down} />
            <span class="hidden">{translator.t('toLatest')}</span>
            {view.below.value > 0 && <b>{view.below.value}</b>}
          </button>
        )}
      </div>
    );
  };
}

/** Formatting of agents' texts, loaded when the first one is there that has any. */
export interface RichTextPort {
  readonly component: Parts['RichText'];
  need(): void;
}

function Greeting({ model }: { model: PanelModel }) {
  const translator = model.translator.value;
  return (
    <p class="greeting">
      <bdi>{model.options.value.greeting ?? translator.t('greeting')}</bdi>
    </p>
  );
}
