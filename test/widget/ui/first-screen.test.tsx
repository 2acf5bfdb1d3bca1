// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { within } from '@testing-library/preact';
import { expect, it, onTestFinished, vi } from 'vitest';
import * as conversation from '../../../src/widget/ui/conversation/index.ts';
import type { ConversationParts } from '../../../src/widget/ui/conversation-parts.ts';
import { press, renderChat, renderPanel, type } from '../support/render-panel.ts';

const ready: ConversationParts = { status: 'ready', module: conversation };

async function renderLate() {
  const parts = signal<ConversationParts>({ status: 'loading' });
  return { ...(await renderChat({ parts })), parts };
}

it('greets, and takes what is typed and sent, before the log is there', async () => {
  const { field, layer, parts, settle, service, view } = await renderLate();
  expect(view.getByText('Hi there. How can we help?')).toBeTruthy();
  const greeting = layer.querySelector('.messages')?.innerHTML;
  const first = view.getByRole('log', { name: 'Conversation' });
  type(field, 'What does it cost?');
  press(field, 'Enter');
  await settle();
  expect([...service.conversations.values()][0]?.received).toEqual(['What does it cost?']);
  expect(field).toHaveProperty('value', '');
  expect(view.getByText('What does it cost?')).toBeTruthy();
  expect(view.queryByText('Waiting for a connection')).toBeNull();
  // A message that is added to a log is announced: the visitor hears that it was sent.
  expect([first.isConnected, first.textContent]).toEqual([true, expect.stringContaining('What does it cost?')]);
  type(field, 'And on Sundays?');
  parts.value = ready;
  // Another one, which appears with them: a log that goes on with other nodes would announce them again.
  await expect.poll(() => first.isConnected).toBe(false);
  const log = view.getByRole('log');
  expect(log.textContent).toContain('What does it cost?');
  // Nothing moves.
  expect(log.querySelector('.messages')?.innerHTML.startsWith(greeting ?? 'none')).toBe(true);
  expect(field.isConnected).toBe(true);
  expect(field).toHaveProperty('value', 'And on Sundays?');
});

it('says which messages wait for a connection', async () => {
  const { view } = renderPanel({ parts: signal({ status: 'loading' }) });
  const field = view.getByRole('textbox', { name: 'Message' });
  type(field, 'What does it cost?');
  press(field, 'Enter');
  expect(await view.findByText('Waiting for a connection')).toBeTruthy();
});

it('shows the end of what was sent before the log is there', async () => {
  const { field, layer, settle, view } = await renderLate();
  const scrollHeight = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1500);
  onTestFinished(() => scrollHeight.mockRestore());
  type(field, 'What does it cost?');
  press(field, 'Enter');
  await settle();
  await view.findByText('What does it cost?');
  expect(layer.querySelector('.log')?.scrollTop).toBe(1500);
});

it('waits for the log where the agent has already written', async () => {
  const { agentSays, layer, parts, view } = await renderLate();
  await agentSays('Welcome back.');
  expect(layer.querySelector('.conversation .loading')).not.toBeNull();
  expect(view.queryByText('Hi there. How can we help?')).toBeNull();
  parts.value = ready;
  await expect.poll(() => view.getByRole('log').textContent).toContain('Welcome back.');
});

it('opens the menu at once, and shows what is in it when that has come', async () => {
  const { layer, parts, root, view } = await renderLate();
  view.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => layer.querySelector('.menu .loading')).not.toBeNull();
  parts.value = ready;
  const first = await view.findByRole('button', { name: 'New conversation' });
  expect(root.activeElement).toBe(first);
});

it('leaves the focus where the visitor has moved it before the content of the menu has come', async () => {
  const { field, layer, parts, root, view } = await renderLate();
  view.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => layer.querySelector('.menu .loading')).not.toBeNull();
  field.focus();
  parts.value = ready;
  await view.findByRole('button', { name: 'New conversation' });
  expect(root.activeElement).toBe(field);
});

it('says in the menu that its content is missing, with a button that tries again', async () => {
  const { layer, parts, root, view } = await renderLate();
  const retry = vi.fn(() => {
    parts.value = { status: 'loading' };
  });
  view.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => layer.querySelector('.menu .loading')).not.toBeNull();
  parts.value = { status: 'failed', retry };
  const menu = () => within(layer.querySelector<HTMLElement>('#menu') ?? layer);
  const button = await menu().findByRole('button', { name: 'Try again' });
  expect(await menu().findByText("This isn't available right now.")).toBe(menu().getByRole('status'));
  button.focus();
  button.click();
  await expect.poll(() => layer.querySelector('.menu .loading')).not.toBeNull();
  parts.value = ready;
  const first = await view.findByRole('button', { name: 'New conversation' });
  expect(root.activeElement).toBe(first);
});

it('says that a part is missing, with a button that tries again', async () => {
  const retry = vi.fn();
  const { layer, parts, view } = await renderLate();
  // It is there before its text, or nobody hears it.
  const status = layer.querySelector('.content > [role="status"]');
  expect(status?.textContent).toBe('');
  parts.value = { status: 'failed', retry };
  const said = await view.findByText("This isn't available right now.");
  expect(said.closest('[role="status"]')).toBe(status);
  view.getByRole('button', { name: 'Try again' }).click();
  expect(retry).toHaveBeenCalledOnce();
  parts.value = ready;
  expect(await view.findByRole('log')).toBeTruthy();
  expect(view.queryByText("This isn't available right now.")).toBeNull();
});

it('shows the form without the code of the conversation', async () => {
  const { view } = renderPanel({ leadForm: 'required', parts: signal({ status: 'loading' }) });
  expect(await view.findByRole('textbox', { name: 'Phone' })).toBeTruthy();
});
