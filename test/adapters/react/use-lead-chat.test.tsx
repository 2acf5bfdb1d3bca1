/** @jsxImportSource react */
// @vitest-environment happy-dom
import { act, StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeadChat, type LeadChatHook, useLeadChat } from '../../../src/adapters/react/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { launcher, panels } from '../binding/fake-panels.ts';

vi.mock('../../../src/widget/panel/index.ts', async () => (await import('../binding/fake-panels.ts')).panels);

const roots: Root[] = [];
const seen: LeadChatHook[] = [];

async function show(node: React.ReactNode): Promise<Root> {
  const root = createRoot(document.createElement('div'));
  roots.push(root);
  await act(async () => root.render(<StrictMode>{node}</StrictMode>));
  return root;
}

function Watcher({ id, opens = false }: { id?: string; opens?: boolean }) {
  const chat = useLeadChat(id);
  const { open } = chat;
  useEffect(() => {
    if (opens) open();
  }, [opens, open]);
  useEffect(() => {
    seen.push(chat);
  }, [chat]);
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('CSS', { supports: () => true });
});

afterEach(async () => {
  for (const root of roots.splice(0)) await act(async () => root.unmount());
  seen.length = 0;
  panels.clear();
  vi.unstubAllGlobals();
});

describe('useLeadChat()', () => {
  it('finds the page’s chat from another root, and re-renders when its state changes', async () => {
    await show(<Watcher />);
    await show(<LeadChat />);
    const [before] = seen;
    expect(before?.state).toEqual({ open: false, unread: 0, connection: 'idle', phase: 'idle' });
    await act(async () => before?.open());
    await waitFor(() => expect(panels.log).toEqual(['create', 'open']));
    panels.state = { unread: 3, connection: 'open', phase: 'chatting' };
    await act(async () => panels.deps[0]?.emit('unread', { count: 3 }));
    expect(seen.at(-1)?.state).toEqual({ open: true, unread: 3, connection: 'open', phase: 'chatting' });
    expect(seen.at(-1)?.open).toBe(before?.open);
    const renderings = seen.length;
    await act(async () => panels.deps[0]?.emit('connection', { status: 'open' }));
    expect(seen).toHaveLength(renderings);
  });

  it('shows the form', async () => {
    await show(<Watcher />);
    await show(<LeadChat />);
    await act(async () => seen[0]?.showForm());
    await waitFor(() => expect(panels.log).toEqual(['create', 'showForm', 'open']));
  });

  it('keeps a call made before the chat exists', async () => {
    await show(<Watcher opens />);
    await show(<LeadChat />);
    expect(launcher().classList.contains('open')).toBe(true);
  });

  it('passes on values as they were at the call, which the page may change before the chat exists', async () => {
    await show(<Watcher />);
    const interests = ['support'];
    const person = { email: 'ada@example.com', interests };
    const account: Record<string, string | number> = { plan: 'pro', seats: 3 };
    seen[0]?.prefill(person);
    seen[0]?.identify(person);
    seen[0]?.setAttributes(account);
    person.email = 'eve@example.com';
    interests.push('sales');
    account.plan = 'free';
    delete account.seats;
    await show(<LeadChat defaultOpen />);
    const values = JSON.stringify({ email: 'ada@example.com', interests: ['support'] });
    const attributes = JSON.stringify({ plan: 'pro', seats: 3 });
    const calls = [`prefill ${values}`, `prefill ${values}`, `setAttributes ${attributes}`];
    await waitFor(() => expect(panels.log).toContain('open'));
    expect(panels.log).toEqual(['create', ...calls, 'open']);
  });

  it('does not throw for values that cannot be read, which the chat reports', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await show(<Watcher />);
    const unreadable = {
      get email(): string {
        throw new Error('not signed in');
      },
    };
    seen[0]?.identify(unreadable);
    await show(<LeadChat />);
    expect(logged).toHaveBeenCalledWith('[leadchat] identify() was ignored: not signed in');
    logged.mockRestore();
  });

  it('is idle again after the chat was unmounted', async () => {
    await show(<Watcher />);
    const chat = await show(<LeadChat defaultOpen />);
    expect(seen.at(-1)?.state.open).toBe(true);
    await act(async () => chat.unmount());
    expect(seen.at(-1)?.state.open).toBe(false);
  });

  it('selects a chat by its id', async () => {
    await show(<Watcher id="sales" />);
    await show(<LeadChat defaultOpen />);
    expect(seen.at(-1)?.state.open).toBe(false);
    await show(<LeadChat id="sales" defaultOpen />);
    expect(seen.at(-1)?.state.open).toBe(true);
  });
});
