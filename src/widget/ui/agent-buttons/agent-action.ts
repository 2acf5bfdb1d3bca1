/** What a click on a button in an agent's message does. `say` sends the text as the visitor. */
export type AgentAction = { type: 'form' | 'call' | 'call-later' } | { type: 'say'; text: string };

/** Reads the address of a link, such as `leadchat:say?text=Yes`. Undefined if it is no button. */
export function parseAgentAction(address: string): AgentAction | undefined {
  const [, type, query = ''] = /^leadchat:([\w-]+)(?:\?(.*))?$/i.exec(address) ?? [];
  switch (type) {
    case 'form':
    case 'call':
    case 'call-later':
      return { type };
    case 'say': {
      const text = new URLSearchParams(query).get('text')?.trim() ?? '';
      return text === '' ? undefined : { type, text };
    }
    default:
      return undefined;
  }
}
