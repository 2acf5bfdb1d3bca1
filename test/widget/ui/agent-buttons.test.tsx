// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { parseAgentAction } from '../../../src/widget/ui/agent-buttons/agent-action.ts';
import { parseMarkdown } from '../../../src/widget/ui/markdown/parse-markdown.ts';
import { withButtonWords } from '../../../src/widget/ui/markdown/plain-text.ts';
import { formatTranscript } from '../../../src/widget/ui/menu/transcript.ts';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat, renderPanel, type } from '../support/render-panel.ts';
import { clickAsVisitor } from '../support/visitor-events.ts';

it.each([
  ['leadchat:form', { type: 'form' }],
  ['leadchat:call', { type: 'call' }],
  ['LEADCHAT:call-later', { type: 'call-later' }],
  ['leadchat:say?text=Yes%2C%20please', { type: 'say', text: 'Yes, please' }],
  ['leadchat:say?text=Yes, please', { type: 'say', text: 'Yes, please' }],
  ['leadchat:say?text=C%2B%2B+%26+more&x=1', { type: 'say', text: 'C++ & more' }],
  ['leadchat:say?text=100%', { type: 'say', text: '100%' }],
  ['leadchat:say?text=%20', undefined],
  ['leadchat:say', undefined],
  ['leadchat:delete', undefined],
  ['leadchat:constructor', undefined],
  ['leadchat:form/now', undefined],
  ['leadchat:', undefined],
  ['xleadchat:form', undefined],
  ['https://leadchat:form@example.com', undefined],
])('reads %s', (address, action) => {
  expect(parseAgentAction(address)).toEqual(action);
});

const yes = '[Yes](leadchat:say?text=Yes)';
const no = '[No](leadchat:say?text=No, thanks)';

it.each([
  [`Shall we?\n${yes} ${no}`, ['paragraph', 'buttons']],
  [`Shall we?\n\n${yes}\n${no}`, ['paragraph', 'buttons']],
  [`${yes}\n\n${no}\nThank you`, ['buttons', 'paragraph']],
  [`- ${yes}\n- **${no}**`, ['buttons']],
  [`1. ${yes} | ${no}`, ['buttons']],
  [`Say ${yes} or ${no}.`, ['paragraph']],
  [`- ${yes} or\n- ${no}`, ['list', 'buttons']],
  ['[What?](leadchat:unknown)', ['paragraph']],
  ['`[Yes](leadchat:form)`', ['paragraph']],
  ['[ ](leadchat:form)', ['paragraph']],
])('finds the lines of buttons in %j', (message, types) => {
  expect(parseMarkdown(message).map((block) => block.type)).toEqual(types);
});

it('are words where nobody can click: in the transcript, in the preview and in a copied message', () => {
  const text = `Shall we **call**? [Call me (now)](leadchat:call) ${no} [What?](leadchat:unknown?x=1 y) [a](https://a.example)`;
  expect(withButtonWords(text)).toBe('Shall we **call**? Call me (now) No What? [a](https://a.example)');
});

/** A chat without a lead. */
async function renderButtons(text: string) {
  const rendered = await renderChat();
  await rendered.agentSays(text);
  await waitFor(() => expect(rendered.view.queryByText(/\]\(leadchat:/)).toBeNull());
  return { ...rendered, button: (name: string) => rendered.view.queryByRole('button', { name }) };
}

it('send their text as the visitor, and are gone once the visitor has written', async () => {
  const { agentSays, button, chat, field, root, settle, view } = await renderButtons(`Shall we?\n${yes} ${no}`);
  const no1 = await view.findByRole('button', { name: 'No' });
  no1.focus();
  clickAsVisitor(no1);
  await settle();
  expect(chat.state.messages.value.at(-1)).toMatchObject({ from: 'visitor', text: 'No, thanks' });
  await waitFor(() => expect(button('Yes')).toBeNull());
  expect(view.queryByText('Yes')).toBeNull();
  expect(root.activeElement).toBe(field);

  await agentSays(`Really? Then ${yes}.`);
  expect(await view.findByRole('button', { name: 'Yes' })).toBeTruthy();
  chat.sendMessage('Hm');
  await waitFor(() => expect(button('Yes')).toBeNull());
  expect(view.getByText(/Really\? Then Yes\./)).toBeTruthy();
});

it('leave their words where a message consists of nothing else', async () => {
  const { button, chat, view } = await renderButtons(`${yes}\n${no}`);
  await view.findByRole('button', { name: 'Yes' });
  chat.sendMessage('Maybe');
  await waitFor(() => expect(button('Yes')).toBeNull());
  expect(view.getByText('Yes · No')).toBeTruthy();
});

it('do nothing for a script of the page', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { chat, settle, view } = await renderButtons(yes);
  (await view.findByRole('button', { name: 'Yes' })).click();
  await settle();
  expect(chat.state.messages.value.filter(({ from }) => from === 'visitor')).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

it('are words in a message of the visitor, and where there is nothing to do', async () => {
  const { agentSays, chat, settle, view } = await renderChat();
  chat.sendMessage('[Call](leadchat:call) **me**');
  await settle();
  expect(view.getByText('[Call](leadchat:call) **me**')).toBeTruthy();
  // This chat has no form, so neither a lead nor a call is possible.
  await agentSays(
    'You can [leave your number](leadchat:form), be [called](leadchat:call) or [forget it](leadchat:forget).',
  );
  expect(await view.findByText('You can leave your number, be called or forget it.')).toBeTruthy();
  expect(view.queryByRole('button', { name: /leave|called|forget/ })).toBeNull();
  await agentSays('Anything else?\n[Call me](leadchat:call) [Later](leadchat:call-later)');
  expect(await view.findByText('Anything else?')).toBeTruthy();
  expect(view.queryByText(/Call me|Later/)).toBeNull();
});

it('request or plan the call of a known lead', async () => {
  const rendered = renderPanel({ leadForm: 'required', call: { countries: ['US'] } });
  const { gateway, model, service, settle, view } = rendered;
  service.answers = false;
  type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
  view.getByRole('button', { name: 'Start chat' }).click();
  await view.findByRole('log');
  await settle();
  const content = 'We can talk.\n[Call me](leadchat:call) [Later](leadchat:call-later) [Leave a number](leadchat:form)';
  service.last()?.send(JSON.stringify({ type: 'message', id: 'm', name: 'Ada', profilepic: null, content }));
  await settle();
  clickAsVisitor(await view.findByRole('button', { name: 'Later' }));
  expect(model.isPlanningCall.value).toBe(true);
  model.setPlanningCall(false);
  // The lead is known, so nothing asks for it again.
  expect(view.queryByText('Leave a number')).toBeNull();
  const request = vi.spyOn(gateway, 'requestCall');
  clickAsVisitor(view.getByRole('button', { name: 'Call me' }));
  await settle();
  expect(request).toHaveBeenCalledOnce();
  await waitFor(() => expect(view.queryByRole('button', { name: 'Call me' })).toBeNull());
});

it('are words in the transcript, but what a visitor has typed is not changed', async () => {
  const { chat, model, settle } = await renderButtons(`Shall we? ${yes}`);
  chat.sendMessage('[Yes](leadchat:form)');
  await settle();
  const transcript = await formatTranscript(chat.state.messages.value, model.translator.value);
  expect(transcript).toContain('Shall we? Yes\n');
  expect(transcript).toContain('[Yes](leadchat:form)\n');
});

it('are words in the preview above the launcher', async () => {
  const { agentSays, chat, isOpen, view } = await renderChat();
  isOpen.value = false;
  chat.setVisible(false);
  await waitFor(async () => {
    await agentSays(`Are **you** there? ${no}`);
    expect(view.getByText('Are you there? No')).toBeTruthy();
  });
});
