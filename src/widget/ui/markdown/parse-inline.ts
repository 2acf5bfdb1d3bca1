import { type AgentAction, parseAgentAction } from '../agent-buttons/agent-action.ts';

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'code'; text: string }
  | { type: 'strong'; content: Inline[] }
  | { type: 'emphasis'; content: Inline[] }
  | { type: 'link'; address: string; content: Inline[] }
  | { type: 'button'; action: AgentAction; content: Inline[] };

/** Markup that is nested deeper than this stays plain text. */
const maxDepth = 4;

/**
 * Finds all inline markup. Each alternative starts with a different character and has no nested repetition, so matching takes
 * linear time. A mark before a space is plain text: `2 * 3 * 4`. The address of a button may contain spaces, because authors of
 * flows write `leadchat:say?text=Yes please`.
 */
const mark =
  /`([^`\n]+)`|\*\*(?=\S)([^*\n]+(?:\*[^*\n]+\*[^*\n]*)?)\*\*|\*(?=\S)([^*\n]+)\*|(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+)_(?![\p{L}\p{N}])|\[([^[\]\n]{1,500})\]\((leadchat:[^()\n]{1,2000}|[^()\s]{1,2000})\)|(https?:\/\/[^\s<>"]{1,2000})|(?<![\w.+-])([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})|\n/gu;

export function parseInline(text: string, depth = 0): Inline[] {
  if (depth >= maxDepth) return [{ type: 'text', text }];
  const found: Inline[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) found.push({ type: 'text', text: text.slice(end, until) });
  };
  for (const match of text.matchAll(mark)) {
    const inline = toInline(match, depth);
    addText(match.index);
    found.push(inline.token);
    end = match.index + match[0].length - inline.trailing;
  }
  addText(text.length);
  return found;
}

/** `trailing`: the number of characters at the end of the match that do not belong to the token. */
function toInline(match: RegExpExecArray, depth: number): { token: Inline; trailing: number } {
  const [all, code, strong, star, underscore, label, address, bare, mail] = match;
  const whole = (token: Inline) => ({ token, trailing: 0 });
  if (code !== undefined) return whole({ type: 'code', text: code });
  if (strong !== undefined) return whole({ type: 'strong', content: parseInline(strong, depth + 1) });
  const emphasis = star ?? underscore;
  if (emphasis !== undefined) return whole({ type: 'emphasis', content: parseInline(emphasis, depth + 1) });
  if (label !== undefined && address !== undefined) {
    // Links cannot be nested, so an address in the label stays text.
    const content = parseInline(label, maxDepth - 1).flatMap((inline) =>
      inline.type === 'link' || inline.type === 'button' ? inline.content : [inline],
    );
    const action = label.trim() === '' ? undefined : parseAgentAction(address);
    return whole(action === undefined ? { type: 'link', address, content } : { type: 'button', action, content });
  }
  if (bare !== undefined) {
    // A full stop after an address ends the sentence, not the address.
    const trimmed = bare.replace(/[.,;:!?)\]}'*_]+$/, '');
    const token: Inline = { type: 'link', address: trimmed, content: [{ type: 'text', text: trimmed }] };
    return { token, trailing: bare.length - trimmed.length };
  }
  if (mail !== undefined)
    return whole({ type: 'link', address: `mailto:${mail}`, content: [{ type: 'text', text: mail }] });
  return whole(all === '\n' ? { type: 'break' } : { type: 'text', text: all });
}
