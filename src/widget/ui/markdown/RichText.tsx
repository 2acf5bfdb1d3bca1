import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { AgentButtons, agentButtonStyles, InlineAgentButton } from '../agent-buttons/AgentButtons.tsx';
import { CopyButton, useIsCopyTarget } from '../copy/CopyButton.tsx';
import { Link } from '../Link.tsx';
import { AgentImage } from './AgentImage.tsx';
import { visibleText } from './parse-inline.ts';
import { type Block, type Inline, parseMarkdown } from './parse-markdown.ts';

import styles from './RichText.css?inline';

export { plainText, withButtonWords, withoutButtons } from './plain-text.ts';

export const richTextStyles = styles + agentButtonStyles;

/** An agent's formatted text. Elements are created from tokens; text is never parsed as HTML. */
export function RichText({ text }: { text: string }) {
  const blocks = parseMarkdown(text);
  return (
    <>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change
        <BlockElement key={index} block={block} isOnly={blocks.length === 1} />
      ))}
    </>
  );
}

function BlockElement({ block, isOnly }: { block: Block; isOnly: boolean }) {
  switch (block.type) {
    case 'paragraph':
      return <p>{renderInlines(block.content)}</p>;
    case 'code':
      return <CodeBlock text={block.text} />;
    case 'buttons': {
      const buttons = block.buttons.map(({ action, content }) => ({ action, words: renderInlines(content) }));
      return <AgentButtons buttons={buttons} isWholeMessage={isOnly} />;
    }
    case 'list': {
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change
      const items = block.items.map((item, index) => <li key={index}>{item.map(renderInItem)}</li>);
      return block.isOrdered ? <ol start={block.first}>{items}</ol> : <ul>{items}</ul>;
    }
    default:
      return block satisfies never;
  }
}

/** The words of an item stand beside its bullet, lists and code below them. */
function renderInItem(block: Block, index: number): ComponentChildren {
  if (block.type === 'paragraph' && index === 0) return renderInlines(block.content);
  return <BlockElement key={index} block={block} isOnly={false} />;
}

function CodeBlock({ text }: { text: string }) {
  const id = useId();
  const isCopyTarget = useIsCopyTarget(id);
  return (
    <div class="code" data-copy={id}>
      <pre>
        <code>{text}</code>
      </pre>
      {isCopyTarget && <CopyButton target={id} kind="code" text={text} />}
    </div>
  );
}

function renderInlines(inlines: readonly Inline[]): ComponentChildren {
  return inlines.map(renderInline);
}

function renderInline(inline: Inline): ComponentChildren {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'break':
      return <br />;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return <strong>{renderInlines(inline.content)}</strong>;
    case 'emphasis':
      return <em>{renderInlines(inline.content)}</em>;
    case 'link':
      return <Link address={inline.address}>{renderInlines(inline.content)}</Link>;
    case 'image':
      return (
        <AgentImage address={inline.address} alt={visibleText(inline.content)} words={renderInlines(inline.content)} />
      );
    case 'button':
      return <InlineAgentButton action={inline.action} words={renderInlines(inline.content)} />;
    default:
      return inline satisfies never;
  }
}
