import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useFocusReturn } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { isFromVisitor } from '../visitor-event.ts';
import type { AgentAction } from './agent-action.ts';
import { useAgentActions } from './use-agent-actions.ts';

export { default as agentButtonStyles } from './AgentButtons.css?inline';

const actionIcons: Record<AgentAction['type'], string | undefined> = {
  form: icons.pen,
  call: icons.phone,
  'call-later': icons.clock,
  say: undefined,
};

export type AgentButtonContent = { action: AgentAction; words: ComponentChildren };

type AgentButtonsProps = {
  buttons: readonly AgentButtonContent[];
  /** Whether the message consists of nothing else. Otherwise buttons that can do nothing any more leave no words behind. */
  isWholeMessage: boolean;
};

/** The buttons of lines that contain nothing else. */
export function AgentButtons({ buttons, isWholeMessage }: AgentButtonsProps) {
  const resolve = useAgentActions();
  const shown = buttons.flatMap(({ action, words }, index) => {
    const act = resolve(action);
    if (act === undefined) return [];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the buttons of a message never change
      <ActionButton key={index} action={action} class={className(action)} onAct={act}>
        {actionIcons[action.type] !== undefined && <Icon path={actionIcons[action.type] ?? ''} />}
        <span>{words}</span>
      </ActionButton>
    );
  });
  if (shown.length > 0) return <div class="agent-buttons">{shown}</div>;
  if (!isWholeMessage) return null;
  return <p>{buttons.flatMap(({ words }, index) => (index === 0 ? [words] : [' · ', words]))}</p>;
}

/** What the message is for: to leave a number, to be called. */
function className({ type }: AgentAction): string {
  return type === 'form' || type === 'call' ? 'agent-button is-main' : 'agent-button';
}

/** A button within a sentence, whose words remain when it can do nothing any more. */
export function InlineAgentButton({ action, words }: AgentButtonContent) {
  const act = useAgentActions()(action);
  if (act === undefined) return <>{words}</>;
  return (
    <ActionButton action={action} class="again" onAct={act}>
      {words}
    </ActionButton>
  );
}

type ActionButtonProps = { action: AgentAction; class: string; onAct: () => void; children: ComponentChildren };

function ActionButton({ action, onAct, children, ...props }: ActionButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusReturn(button);
  return (
    <button
      ref={button}
      type="button"
      {...props}
      part={`message-button message-button-${action.type}`}
      onClick={(event) => {
        if (isFromVisitor(event)) onAct();
      }}
    >
      {children}
    </button>
  );
}
