import type { ComponentChildren, VNode } from 'preact';
import { Link } from '../Link.tsx';
import { type Block, type Inline, readMarkdown } from './read-markdown.ts';

/** An agent's text with its formatting. Nodes are made from tokens; no text is ever taken for HTML. */
export function RichText({ text }: { text: string }): VNode {
  return <>{readMarkdown(text).map(drawBlock)}</>;
}

function drawBlock(block: Block, index: number): VNode {
  switch (block.type) {
    case 'paragraph':
      return <p key={index}>{block.content.map(drawInline)}</p>;
    case 'code':
      return (
        <pre key={index}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item) => <li key={item.start}>{item.content.map(drawInline)}</li>);
      return block.ordered ? (
        <ol key={index} start={block.first}>
          {items}
        </ol>
      ) : (
        <ul key={index}>{items}</ul>
      );
    }
    default:
      return block satisfies never;
  }
}

function drawInline(inline: Inline): ComponentChildren {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'break':
      return <br />;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return <strong>{inline.content.map(drawInline)}</strong>;
    case 'emphasis':
      return <em>{inline.content.map(drawInline)}</em>;
    case 'link':
      return <Link address={inline.address}>{inline.content.map(drawInline)}</Link>;
    default:
      return inline satisfies never;
  }
}
