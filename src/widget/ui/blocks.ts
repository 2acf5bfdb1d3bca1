import type { ChatMessage } from '../../core/index.ts';
import { type Row, timelineOf } from './timeline.ts';

/** As many messages as a full conversation loses at once, so that its other blocks stay as they are. */
const size = 20;

/** `seen`: what a block was drawn from, its messages and the one on either side. */
type Drawn<Node> = { key: string | undefined; seen: readonly ChatMessage[]; node: Node };

/**
 * Draws a conversation in blocks, so that the browser and the renderer have some tens of things to look at and not every
 * message. A block is named by its first message, and while nothing in it changes it is the very same node.
 */
export function chunkMessages<Node>(draw: (rows: readonly Row[], isLatest: boolean) => Node) {
  let blocks: readonly Drawn<Node>[] = [];
  return (messages: readonly ChatMessage[]): readonly Node[] => {
    const begun = new Set(blocks.map(({ key }) => key));
    const cuts: number[] = [];
    for (const [index, { id }] of messages.entries()) {
      if (index - (cuts.at(-1) ?? -size) >= size || begun.has(id)) cuts.push(index);
    }
    blocks = cuts.map((from, index) => {
      const key = messages[from]?.id;
      const to = cuts[index + 1] ?? messages.length;
      const seen = messages.slice(Math.max(0, from - 1), to + 1);
      const before = blocks.find((block) => block.key === key);
      const isSame = before?.seen.length === seen.length && seen.every((one, at) => one === before.seen[at]);
      return isSame ? before : { key, seen, node: draw(timelineOf(messages, from, to), to === messages.length) };
    });
    return blocks.map(({ node }) => node);
  };
}
