// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { AdminClient } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import type { AdminCall } from '../../src/protocol/admin/calls.ts';
import type { AdminLead } from '../../src/protocol/admin/leads.ts';
import type { AdminOverview } from '../../src/protocol/admin/overview.ts';
import type { AdminWebhook } from '../../src/protocol/admin/webhooks.ts';
import { fakeSettingsClient } from './fake-settings-client.ts';
import { refusingClient } from './refusing-client.ts';

afterEach(cleanup);

const payload = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const lead: AdminLead = {
  lead: 'b1000000-0000-4000-8000-000000000001',
  form: 'default',
  state: 'unknown',
  phone: '14155552671',
  record: { phone: '14155552671', first_name: payload, note: 'javascript:alert(3)' },
  actions: ['resolve-done', 'resolve-skipped', 'replay', 'close', 'erase'],
  steps: [
    { step: 'create', state: 'done', attempts: 1, endedAt: '2026-11-21T02:00:00.000Z', answer: '200' },
    { step: 'journey', name: 'a1000000-0000-4000-8000-000000000001', state: 'unknown', attempts: 1, answer: payload },
  ],
  acceptedAt: '2026-11-21T02:00:00.000Z',
  nextAt: '2026-11-21T02:00:00.000Z',
};

const webhook: AdminWebhook = {
  webhook: 'e1000000-0000-4000-8000-000000000001',
  type: 'lead.dead',
  lead: lead.lead,
  name: 'Ada Lovelace',
  phone: '14155552671',
  receiver: 'https://crm.example.com/hook',
  state: 'dead',
  attempts: 11,
  answer: '503',
  createdAt: '2026-11-21T02:00:00.000Z',
  nextAt: '2026-11-21T02:00:00.000Z',
};

const call: AdminCall = {
  call: 'ca000000-0000-4000-8000-000000000001',
  lead: lead.lead,
  name: 'Ada Lovelace',
  phone: '14155552671',
  state: 'planned',
  requestedAt: '2026-11-21T02:00:00.000Z',
  plannedAt: '2026-11-24T14:00:00.000Z',
  expiresAt: '2026-11-24T14:01:30.000Z',
  transfers: 0,
};

const noCalls = {
  planned: 0,
  waiting: 0,
  placing: 0,
  ringing: 0,
  answered: 0,
  completed: 0,
  failed: 0,
  expired: 0,
  cancelled: 0,
  refused: 0,
  unknown: 0,
};

function overviewWith(breaker: AdminOverview['delivery']['breaker']): AdminOverview {
  return {
    intake: { state: 'open' },
    counts: { pending: 7, delivered: 3, unknown: 1, held: 0, dead: 0, closed: 0 },
    delivery: { state: 'running', running: 0, breaker },
    activity: [
      { from: '2026-11-21T01:00:00.000Z', captured: 4, delivered: 3 },
      { from: '2026-11-21T02:00:00.000Z', captured: 0, delivered: 0 },
    ],
  };
}

async function open(
  breaker: AdminOverview['delivery']['breaker'] = { state: 'closed' },
  leads: AdminLead[] = [lead],
  webhooks?: AdminOverview['webhooks'],
  calls?: AdminOverview['calls'],
  intake: AdminOverview['intake'] = { state: 'open' },
) {
  const requests: string[] = [];
  let blocked: AdminLead['blocked'];
  const notes: NonNullable<AdminLead['notes']> = [];
  const record = async (request: string) => {
    requests.push(request);
    return { ok: true, value: lead } as const;
  };
  const client: AdminClient = {
    ...refusingClient(),
    ...fakeSettingsClient(),
    overview: async () => ({
      ok: true,
      value: {
        ...overviewWith(breaker),
        intake,
        ...(webhooks && { webhooks, orphanedWebhooks: 1 }),
        ...(calls && { calls }),
      },
    }),
    causes: async () => ({
      ok: true,
      value: { causes: [{ state: 'unknown', cause: 'journey: timeout', count: 500 }] },
    }),
    count: async (filter) => ({
      ok: true,
      value:
        filter.leads === undefined
          ? { count: 500, unknown: filter.state === 'dead' ? 0 : 12, states: { delivered: 2, unknown: 1 } }
          : { count: 1, unknown: 1, states: {} },
    }),
    bulk: async (action, filter) => {
      requests.push(`${action} all ${JSON.stringify(filter)}`);
      return { ok: true, value: { changed: 500, unchanged: 0 } };
    },
    csv: async (filters) => {
      requests.push(`csv ${JSON.stringify(filters)}`);
      return { ok: true, value: new Blob(['time_utc']) };
    },
    leads: async ({ state }) => ({
      ok: true,
      value: { leads: state === 'unknown' || state === undefined ? leads : [] },
    }),
    replay: () => record('replay'),
    resolve: (_, outcome) => record(`resolve ${outcome}`),
    release: (_, call) => record(`release ${call ?? ''}`.trim()),
    correct: async (_, correction) => {
      const result = await record(`correct ${JSON.stringify(correction)}`);
      const isAsked = correction.fields.phone === '(421) 555-2671' && correction.phoneConfirmed !== true;
      return isAsked ? { ok: false, unauthorized: false, message: 'is not known to be in use' } : result;
    },
    close: (_, words) => record(`close ${JSON.stringify(words)}`),
    erase: async () => {
      requests.push('erase');
      return { ok: true, value: { status: 'success', erased: 1 } };
    },
    lead: async (id) => ({
      ok: true,
      value: { ...(leads.find((known) => known.lead === id) ?? lead), notes, blocked },
    }),
    addNote: async (_, { text, by }) => {
      notes.push({ id: notes.length, at: '2026-11-21T02:00:00.000Z', by, text });
      return { ok: true, value: lead };
    },
    blockNumber: async (phone, { reason, by }) => {
      requests.push(`block ${phone} ${JSON.stringify({ reason, by })}`);
      blocked = { id: 'b10c0000-0000-4000-8000-000000000001', at: '2026-11-21T02:00:00.000Z', by: by ?? '', reason };
      return { ok: true, value: { id: blocked.id } };
    },
    unblockNumber: async (id) => {
      requests.push(`unblock ${id}`);
      blocked = undefined;
      return { ok: true, value: { id } };
    },
    calls: async ({ state, missed, lead: ofLead }) => {
      if (ofLead !== undefined) return { ok: true, value: { calls: [] } };
      requests.push(`calls ${missed === undefined ? (state ?? 'all') : 'missed'}`);
      const earlier: AdminCall = {
        ...call,
        call: 'earlier',
        name: undefined,
        phone: '442079460123',
        plannedAt: '2026-11-23T14:00:00.000Z',
      };
      const refused: AdminCall = { ...call, call: 'refused', state: 'refused', reason: 'callsPerPhone' };
      const ended: AdminCall = {
        ...call,
        call: 'unknown',
        name: 'Grace',
        state: 'unknown',
        endable: ['done', 'skipped'],
      };
      const planned = [{ ...call, endable: ['skipped' as const] }, earlier];
      if (missed !== undefined) {
        const calls = (['failed', 'expired'] as const).map((state) => ({ ...call, call: state, name: state, state }));
        return { ok: true, value: { calls } };
      }
      return { ok: true, value: { calls: state === 'planned' ? planned : [refused, ...planned, ended] } };
    },
    webhooks: async ({ state, lead: ofLead }) => {
      if (ofLead !== undefined) return { ok: true, value: { webhooks: [webhook] } };
      requests.push(`webhooks ${state ?? 'all'}`);
      return { ok: true, value: { webhooks: [webhook] } };
    },
    endCall: async (id, { outcome }) => {
      requests.push(`end call ${id} ${outcome}`);
      return { ok: true, value: { ...call, state: outcome === 'done' ? 'completed' : 'cancelled' } };
    },
    endUnknownCalls: async ({ outcome, before = 'first' }) => {
      requests.push(`end unknown calls ${outcome} ${before}`);
      const next = before === 'first' ? { next: call.call } : {};
      return { ok: true, value: { status: 'success', changed: 200, ...next } };
    },
    dismissWebhook: async (id) => {
      requests.push(`dismiss webhook ${id}`);
      return { ok: true, value: { status: 'success' } };
    },
    dismissDeadWebhooks: async () => {
      requests.push('dismiss dead webhooks');
      return { ok: true, value: { status: 'success', changed: 2 } };
    },
    dismissOrphanedWebhooks: async () => {
      requests.push('dismiss orphaned webhooks');
      return { ok: true, value: { status: 'success', changed: 1 } };
    },
    sendPendingWebhooks: async () => {
      requests.push('send pending webhooks');
      return { ok: true, value: { status: 'success', changed: 0 } };
    },
    replayWebhook: async (id) => {
      requests.push(`replay webhook ${id}`);
      return { ok: true, value: { status: 'success' } };
    },
    replayDeadWebhooks: async () => {
      requests.push('replay dead webhooks');
      return { ok: true, value: { status: 'success', changed: 2 } };
    },
  };
  const files: string[] = [];
  const state = createAdminState({
    connect: () => client,
    saveToken: () => undefined,
    saveFile: (name) => files.push(name),
  });
  await state.signIn('token');
  const view = render(<Dashboard state={state} />);
  return { ...view, requests, state, files };
}

describe('the admin dashboard', () => {
  it('shows everything that a visitor sent as text', async () => {
    const { container } = await open();
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    expect(screen.getAllByText(payload).length).toBeGreaterThan(0);
    expect(container.querySelectorAll('img, script, iframe')).toHaveLength(0);
    const links = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['tel:+14155552671']);
    expect(container.querySelectorAll('[style]')).toHaveLength(0);
  });

  it('asks for confirmation, and does nothing on Cancel', async () => {
    const { requests } = await open();
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    fireEvent.click(screen.getByRole('button', { name: 'Erase' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('heading').textContent).toBe('Erase this lead?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(requests).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Mark as done' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark as done' }));
    await expect.poll(() => requests).toEqual(['resolve done']);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Marked as done.'));
  });

  it('acts on all leads of a cause after a confirmation', async () => {
    const { requests } = await open();
    expect(screen.queryByRole('button', { name: 'Mark all as done' })).toBeNull();
    fireEvent.change(screen.getByRole('combobox', { name: 'Cause' }), { target: { value: '0' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as done' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark all as done' }));
    const filter = { state: 'unknown', cause: 'journey: timeout' };
    await expect.poll(() => requests).toEqual([`resolve-done all ${JSON.stringify(filter)}`]);
  });

  it('says that nothing needs attention', async () => {
    const { state } = await open({ state: 'closed' }, []);
    await state.list.showView('attention');
    expect(await screen.findByText('Nothing needs your attention.')).toBeDefined();
    await state.list.searchFor('nobody');
    expect(await screen.findByText('No lead matches this search.')).toBeDefined();
  });

  it('says when delivery is paused, why, and how many leads are pending', async () => {
    await open({
      state: 'open',
      reason: 'unauthorized',
      since: '2026-11-21T02:00:00.000Z',
      probeAt: '2026-11-21T02:00:30.000Z',
    });
    const alert = screen.getByRole('alert').textContent;
    expect(alert).toContain('the service refuses the API key');
    const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
    expect(alert).toContain(`Next attempt: ${time.format(new Date('2026-11-21T02:00:30.000Z'))}.`);
    expect(screen.getByText('Paused · 7 waiting')).toBeDefined();
  });

  it('says when no lead is accepted, and why', async () => {
    const reason = '103 MB are free on the disk of the database.';
    await open(undefined, undefined, undefined, undefined, { state: 'closed', reason });
    expect(screen.getByRole('alert').textContent).toContain(`No new lead is accepted. Reason: ${reason}`);
  });

  it('draws new and sent leads, and describes them in words', async () => {
    await open();
    expect(screen.getByRole('img', { name: '4 new leads and 3 sent in the last two days' })).toBeDefined();
  });

  it('sends waiting webhooks now, and says so if none waits', async () => {
    const { requests } = await open(undefined, undefined, { pending: 1, delivered: 5, dead: 0, dismissed: 0 });
    fireEvent.click(screen.getByRole('button', { name: 'Team messages 6' }));
    fireEvent.click(screen.getByRole('button', { name: 'Send all now' }));
    await screen.findByText(/^No message waits for another attempt/);
    expect(requests).toContain('send pending webhooks');
  });

  it('lists webhooks by state, and replays one or all dead ones', async () => {
    const { requests } = await open(undefined, undefined, { pending: 1, delivered: 5, dead: 2, dismissed: 0 });
    fireEvent.click(screen.getByRole('button', { name: 'Team messages 8' }));
    const section = within(screen.getByRole('region', { name: 'Team messages' }));
    expect(section.getByRole('list').textContent).toContain(
      'Ada LovelaceLead refused · https://crm.example.com/hook · 11 attempts · 503',
    );
    fireEvent.click(section.getByRole('button', { name: 'Refused 2' }));
    fireEvent.click(section.getByRole('button', { name: 'Send again: Lead refused of Ada Lovelace' }));
    fireEvent.click(section.getByRole('button', { name: 'Send all refused again' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send again' }));
    await screen.findByText('2 messages are being sent again.');
    expect(requests).toEqual(
      expect.arrayContaining([
        'webhooks all',
        'webhooks dead',
        `replay webhook ${webhook.webhook}`,
        'replay dead webhooks',
      ]),
    );
  });

  it('dismisses one dead webhook, all of them, and those without receiver', async () => {
    const { requests } = await open(undefined, undefined, { pending: 1, delivered: 5, dead: 2, dismissed: 0 });
    fireEvent.click(screen.getByRole('button', { name: 'Team messages 8' }));
    const section = within(screen.getByRole('region', { name: 'Team messages' }));
    fireEvent.click(section.getByRole('button', { name: 'Dismiss Lead refused of Ada Lovelace' }));
    await screen.findByText('The message is dismissed.');
    fireEvent.click(section.getByRole('button', { name: 'Dismiss all refused' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('2 messages dismissed.');
    fireEvent.click(section.getByRole('button', { name: 'Dismiss those without receiver' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('1 message dismissed.');
    expect(requests).toEqual(
      expect.arrayContaining([
        `dismiss webhook ${webhook.webhook}`,
        'dismiss dead webhooks',
        'dismiss orphaned webhooks',
      ]),
    );
  });

  it('ends one call whose outcome is unknown, or all of them', async () => {
    const { requests } = await open(undefined, undefined, undefined, { ...noCalls, unknown: 400, planned: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Calls 401' }));
    const section = within(screen.getByRole('region', { name: 'Calls' }));
    const [unknown] = await section.findAllByRole('button', { name: 'It took place, Grace' });
    fireEvent.click(unknown ?? document.body);
    await screen.findByText('The call counts as completed.');
    fireEvent.click(section.getAllByRole('button', { name: 'Cancel call, Ada Lovelace' })[0] ?? document.body);
    await screen.findByText('The call counts as cancelled.');
    fireEvent.click(section.getByRole('button', { name: 'Check by hand 400' }));
    fireEvent.click(section.getByRole('button', { name: 'None took place' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'None took place' }));
    await screen.findByText('400 calls ended.');
    expect(requests).toEqual(
      expect.arrayContaining([
        'end call unknown done',
        `end call ${call.call} skipped`,
        'end unknown calls skipped first',
        `end unknown calls skipped ${call.call}`,
      ]),
    );
  });

  it('says that a visitor was not called in time', async () => {
    await open({ state: 'closed' }, [{ ...lead, state: 'delivered', isCallMissed: true }]);
    const row = within(screen.getByRole('list', { name: 'Leads' })).getByRole('button');
    expect(row.textContent).toContain('not called in time');
    fireEvent.click(row);
    expect(screen.getByRole('region', { name: /^Lead / }).textContent).toContain('was not called in time');
  });

  it('lists calls by state, planned ones by their time', async () => {
    const { requests } = await open(undefined, undefined, undefined, { ...noCalls, planned: 2, refused: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Calls 3' }));
    const section = within(screen.getByRole('region', { name: 'Calls' }));
    const tabs = within(section.getByRole('navigation')).getAllByRole('button');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['All3', 'Planned2', 'Refused1']);
    expect(section.getAllByRole('listitem')[0]?.textContent).toContain('Ada Lovelace+14155552671 · planned for Nov 24');
    expect(section.getAllByRole('listitem')[0]?.textContent).toContain(
      'Too many calls to this phone (limit callsPerPhone)',
    );
    fireEvent.click(section.getByRole('button', { name: 'Planned 2' }));
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(2));
    const [first, second] = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toContain('+442079460123planned for');
    expect(second).toContain('+14155552671 · planned for');
    expect(requests).toEqual(expect.arrayContaining(['calls all', 'calls planned']));
  });

  it('lists missed calls together: whoever asked for them still waits', async () => {
    const { requests } = await open(undefined, undefined, undefined, {
      ...noCalls,
      failed: 2,
      expired: 1,
      completed: 4,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Calls 7' }));
    const section = within(screen.getByRole('region', { name: 'Calls' }));
    const tabs = within(section.getByRole('navigation')).getAllByRole('button');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'All7',
      'Missed3',
      'Completed4',
      'Not reached2',
      'Not called in time1',
    ]);
    fireEvent.click(section.getByRole('button', { name: 'Missed 3' }));
    await waitFor(() => expect(requests).toContain('calls missed'));
    // What they need is another call.
    for (const name of ['failed', 'expired']) await section.findByRole('button', { name: `Plan a call, ${name}` });
    expect(section.queryByRole('button', { name: /^Move/ })).toBeNull();
  });

  it('explains when calls appear if there are none', async () => {
    const { requests } = await open(undefined, undefined, undefined, noCalls);
    fireEvent.click(screen.getByRole('button', { name: 'Calls 0' }));
    expect(screen.getByRole('region', { name: 'Calls' }).textContent).toContain('when a visitor asks for a call-back');
    expect(requests).not.toContain('calls all');
  });

  it('shows no webhooks if none are configured', async () => {
    await open();
    expect(screen.queryByRole('button', { name: /Team messages/ })).toBeNull();
  });

  it('opens the lead of a call, and moves the focus there and back', async () => {
    await open(undefined, undefined, undefined, { ...noCalls, planned: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Calls 1' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Show lead Ada Lovelace' })[0] ?? document.body);
    const details = await screen.findByRole('region', { name: /^Lead / });
    await waitFor(() => expect(document.activeElement).toBe(details));
    fireEvent.click(within(details).getByRole('button', { name: 'Close' }));
    const inList = within(screen.getByRole('list', { name: 'Leads' })).getByRole('button');
    await waitFor(() => expect(document.activeElement).toBe(inList));
  });

  it('says first what to do, then who it is, what they want, where they came from, and what has happened', async () => {
    const record = {
      consent_text_hash: 'e3b0',
      utm_source: 'newsletter',
      page_url: 'https://www.example.com/',
      phone: lead.phone,
      note: 'in the morning',
      last_name: 'Lovelace',
      first_name: 'Ada',
      email: 'ada@example.com',
    };
    await open({ state: 'closed' }, [{ ...lead, record }]);
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    const text = screen.getByRole('region', { name: 'Lead Ada Lovelace' }).textContent ?? '';
    const expected = [
      ...['Check by hand', 'Mark as done', 'Who it is', '+14155552671', 'ada@example.com', 'What they want'],
      ...['in the morning', 'Page', 'Source', 'Fingerprint of the text', 'Journey', lead.lead],
    ];
    const positions = expected.map((part) => text.indexOf(part));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  // It was a UUID, as was the call.
  it('calls a journey by its name, or by the end of its ID, and nothing by a UUID', async () => {
    const journey = {
      step: 'journey',
      name: 'a1000000-0000-4000-8000-000000000c0d',
      state: 'done',
      attempts: 1,
    } as const;
    const steps: AdminLead['steps'] = [
      { ...journey, step: 'tag', name: 'website' },
      journey,
      { ...journey, title: 'Enterprise' },
      { ...journey, step: 'call' },
    ];
    await open({ state: 'closed' }, [{ ...lead, steps, serviceLead: journey.name }]);
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    const details = screen.getByRole('region', { name: /^Lead / });
    const shown = [...details.querySelectorAll('.steps li')].map(
      (step) => step.querySelector('.step-name')?.textContent,
    );
    expect(shown).toEqual(['website', '…0c0d', 'Enterprise', undefined]);
    for (const closed of details.querySelectorAll('details:not([open])')) closed.remove();
    expect(details.textContent).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('says of a step that was refused what it is, and not that it was done', async () => {
    const steps = (['create', 'read', 'update', 'tag', 'journey', 'call'] as const).map((step) => ({
      ...{ step, state: 'dead' as const, attempts: 1, answer: '400 bad-request' },
    }));
    await open({ state: 'closed' }, [{ ...lead, steps }]);
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    const details = within(screen.getByRole('region', { name: /^Lead / }));
    const names = details.getAllByText('Refused').map(({ parentElement }) => parentElement?.querySelector('strong'));
    expect(names).toHaveLength(steps.length);
    for (const name of names) expect(name?.textContent).not.toMatch(/ed\b/);
  });

  it('writes to the address that a visitor has left, and links nothing else', async () => {
    const emails = ["o'neil+chat@example.co.uk", 'ada@example.com?bcc=all@example.com', 'ada@xn--mnchen-3ya.de'];
    const leads = emails.map((email, index) => ({
      ...lead,
      lead: `b100000${index}-0000-4000-8000-000000000001`,
      record: { ...lead.record, first_name: `Ada ${index}`, email },
    }));
    const { state } = await open({ state: 'closed' }, leads);
    const links: (string | null)[] = [];
    for (const { lead: id } of leads) {
      await state.list.open(id);
      const details = await screen.findByRole('region', { name: new RegExp(`^Lead Ada ${links.length}`) });
      links.push(details.querySelector('a[href^="mailto:"]')?.getAttribute('href') ?? null);
    }
    expect(links).toEqual(["mailto:o'neil+chat@example.co.uk", null, 'mailto:ada@xn--mnchen-3ya.de']);
  });

  it('has a button for the filters that shows and hides them, and none while a filter keeps them open', async () => {
    const { state } = await open();
    const toggle = () => screen.queryByRole('button', { name: 'Filters' });
    const isOpen = () => screen.getByRole('searchbox', { name: 'Search' }).closest('.filters.open') !== null;
    const press = async (next: 'true' | 'false') => {
      fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
      await waitFor(() => expect(toggle()?.getAttribute('aria-expanded')).toBe(next));
      expect(isOpen()).toBe(next === 'true');
    };
    expect(toggle()?.getAttribute('aria-expanded')).toBe('false');
    expect(isOpen()).toBe(false);
    await press('true');
    await press('false');
    await state.list.narrow({ page: '/prices' });
    await waitFor(() => expect(toggle()).toBeNull());
    expect(isOpen()).toBe(true);
    await state.list.narrow({ page: undefined });
    await waitFor(() => expect(toggle()?.getAttribute('aria-expanded')).toBe('false'));
    expect(isOpen()).toBe(false);
  });

  it('shows which route the answers have chosen, which variant the visitor has seen, and that no consent was recorded', async () => {
    const record = { ...lead.record, experiment_greeting: 'short', gclid: 'abc' };
    await open({ state: 'closed' }, [{ ...lead, record, route: 'new patients' }]);
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    const text = screen.getByRole('region', { name: /^Lead / }).textContent ?? '';
    for (const part of [
      ...[
        'Routenew patients',
        'Where they came fromGoogle clickabc',
        'Variants they sawgreetingshort',
        'ConsentNone was recorded.',
      ],
    ]) {
      expect(text).toContain(part);
    }
  });

  it('shows the phone once for a lead without a name, and the time of the consent like other times', async () => {
    await open({ state: 'closed' }, [
      { ...lead, record: { phone: lead.phone, consent_version: '1', consent_at: lead.acceptedAt } },
    ]);
    const button = within(screen.getByRole('list', { name: 'Leads' })).getByRole('button');
    expect(button.textContent?.match(/\+14155552671/g)).toHaveLength(1);
    fireEvent.click(button);
    const text = screen.getByRole('region', { name: 'Lead +14155552671' }).textContent ?? '';
    expect(text).toContain('Agreed on');
    expect(text).not.toContain(lead.acceptedAt);
  });

  it('saves the leads of the view as a file', async () => {
    const { requests, files, state } = await open();
    await state.list.searchFor('ada');
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await screen.findByText(/^Saved as leads-attention-\d{4}-\d\d-\d\d\.csv\.$/);
    expect(files).toEqual([expect.stringMatching(/^leads-attention-.*\.csv$/)]);
    const filters = ['unknown', 'dead', 'held'].map((shown) => ({ search: 'ada', state: shown }));
    expect(requests).toContain(`csv ${JSON.stringify(filters)}`);
  });

  it('corrects a field of a dead lead, sends the lead again, and shows who corrected what', async () => {
    const record = { ...lead.record, email: 'ada@exmaple.com' };
    const corrections = [{ field: 'last_name', by: 'Grace', at: '2026-11-21T02:30:00.000Z' }];
    const steps = [
      { step: 'create', state: 'dead', attempts: 1, answer: '400 bad-request', reason: 'Not deliverable.' } as const,
    ];
    const { requests } = await open({ state: 'closed' }, [
      { ...lead, state: 'dead', record, corrections, correctable: ['phone', 'email'], steps },
    ]);
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    const details = within(screen.getByRole('region', { name: /^Lead/ }));
    expect(details.getByText('Reason: Not deliverable.')).toBeTruthy();
    expect(details.getByText(/^Last name, corrected by Grace, /)).toBeTruthy();
    // A refused lead opens with the field in question.
    await waitFor(() => expect(document.activeElement).toBe(details.getByRole('textbox', { name: 'New value' })));
    const input = details.getByRole('textbox', { name: 'New value' });
    expect(input).toHaveProperty('value', 'ada@exmaple.com');
    fireEvent.input(input, { target: { value: 'ada@example.com' } });
    fireEvent.click(details.getByRole('button', { name: 'Correct and send again' }));
    await screen.findByText('Corrected. The lead is being sent again.');
    expect(requests).toEqual(
      expect.arrayContaining(['correct {"fields":{"email":"ada@example.com"},"by":""}', 'replay']),
    );
  });

  it('confirms a phone that the proxy asks about when it is sent once more as it is', async () => {
    const { requests } = await open({ state: 'closed' }, [{ ...lead, correctable: ['phone'] }]);
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    const details = within(screen.getByRole('region', { name: /^Lead/ }));
    fireEvent.click(details.getByText('Correct a field'));
    const correct = (phone: string) => {
      fireEvent.input(details.getByRole('textbox', { name: 'New value' }), { target: { value: phone } });
      fireEvent.click(details.getByRole('button', { name: 'Correct' }));
    };
    correct('(421) 555-2671');
    await screen.findByText(/is not known to be in use/);
    correct('(421) 555-2671');
    await screen.findByText('Corrected.');
    expect(requests.filter((request) => request.startsWith('correct'))).toEqual([
      'correct {"fields":{"phone":"(421) 555-2671"},"by":""}',
      'correct {"fields":{"phone":"(421) 555-2671"},"by":"","phoneConfirmed":true}',
    ]);
  });

  it('shows the call that was requested for a held lead, and releases it with or without the call', async () => {
    const heldCall = { requestedAt: '2026-11-21T02:00:00.000Z', expiresAt: '2026-11-21T02:01:30.000Z' };
    const { requests } = await open({ state: 'closed' }, [
      { ...lead, state: 'held', actions: ['release', 'close', 'erase'], held: 'honeypot', heldCall },
    ]);
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    expect(screen.getByText(/the visitor asked to be called at once\. That time has passed\.$/)).toBeTruthy();
    for (const [name, request] of [
      ['Release with call', 'release now'],
      ['Release without call', 'release none'],
    ] as const) {
      fireEvent.click(within(screen.getByRole('region', { name: /^Lead/ })).getByRole('button', { name }));
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
      await expect.poll(() => requests).toContain(request);
    }
  });

  it('closes a lead with a reason and the name of the operator, and shows both', async () => {
    const closed = { by: 'Grace', reason: 'enrolled by hand' };
    const { requests } = await open({ state: 'closed' }, [
      { ...lead, state: 'dead' },
      { ...lead, lead: 'other', state: 'closed', closed, endedAt: '2026-11-21T03:00:00.000Z' },
    ]);
    const [dead, other] = within(screen.getByRole('list', { name: 'Leads' })).getAllByRole('button');
    fireEvent.click(dead ?? document.body);
    fireEvent.click(within(screen.getByRole('region', { name: /^Lead/ })).getByRole('button', { name: 'Close lead' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.input(dialog.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'enrolled by hand' } });
    fireEvent.input(dialog.getByRole('textbox', { name: 'Your name' }), { target: { value: 'Grace' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Close lead' }));
    await expect.poll(() => requests).toContain('close {"reason":"enrolled by hand","by":"Grace"}');
    fireEvent.click(other ?? document.body);
    expect(await screen.findByText(/^Closed by Grace on .*: enrolled by hand$/)).toBeTruthy();
  });

  it('blocks the number of a lead after a confirmation, says by whom, and unblocks it', async () => {
    const { requests } = await open();
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getAllByRole('button')[0] ?? document.body);
    fireEvent.click(await screen.findByRole('button', { name: 'Block this number' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.input(dialog.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'a letter' } });
    fireEvent.input(dialog.getByRole('textbox', { name: 'Your name' }), { target: { value: 'Grace' } });
    expect(requests.filter((request) => request.startsWith('block'))).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Block this number' }));
    await expect.poll(() => requests).toContain('block +14155552671 {"reason":"a letter","by":"Grace"}');
    expect(await screen.findByText(/^This number is blocked since .*, by Grace: a letter$/)).toBeTruthy();
    expect(screen.getByText('Blocked: nobody calls this number any more.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Block this number' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Unblock this number' }));
    expect(await screen.findByRole('button', { name: 'Block this number' })).toBeTruthy();
    expect(requests).toContain('unblock b10c0000-0000-4000-8000-000000000001');
  });

  it('says how many leads an action is for', async () => {
    const { state } = await open();
    await state.list.showView('unknown');
    fireEvent.click(await screen.findByRole('button', { name: 'Send all again' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('This is for 500 leads.');
    expect(dialog.textContent).toContain('For 12 leads, an enrolment or a call may have happened already');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  // It warned of dead leads, too: no step of theirs may have happened.
  it('warns of a double enrolment only where it can happen', async () => {
    const dead: AdminLead = {
      ...lead,
      state: 'dead',
      steps: lead.steps.map((step) => ({ ...step, state: step.state === 'unknown' ? 'dead' : step.state })),
    };
    const { state } = await open(undefined, [dead]);
    await state.list.showView('all');
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getAllByRole('button')[0] ?? document.body);
    fireEvent.click(within(screen.getByRole('region', { name: /^Lead/ })).getByRole('button', { name: 'Send again' }));
    expect((await screen.findByRole('dialog')).textContent).not.toContain('twice');
  });

  it('erases only what is selected, with the number and a confirmation', async () => {
    const { requests } = await open();
    expect(screen.getByRole('button', { name: 'Erase: select leads first' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all that are listed' }));
    fireEvent.click(screen.getByRole('button', { name: 'Erase selected' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^This is for 1 lead\./)).toBeTruthy();
    expect(requests).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Erase all' }));
    await expect.poll(() => requests).toEqual([`erase all ${JSON.stringify({ leads: [lead.lead] })}`]);
  });

  it('says which other states a search finds leads in, and shows them', async () => {
    const { state } = await open();
    await state.list.searchFor('ada');
    fireEvent.click(await screen.findByRole('button', { name: '2 in Sent, show' }));
    expect(state.list.view.value).toBe('delivered');
    expect(state.list.search.value).toBe('ada');
  });

  it('keeps notes at a lead, with who wrote them', async () => {
    await open();
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    const form = within(await screen.findByRole('form', { name: 'Write a note' }));
    fireEvent.input(form.getByLabelText('New note'), { target: { value: 'Wants the yearly plan' } });
    fireEvent.input(form.getByLabelText('Your name'), { target: { value: 'Grace' } });
    fireEvent.submit(screen.getByRole('form', { name: 'Write a note' }));
    const notes = await screen.findByRole('list', { name: 'Notes' });
    expect(notes.textContent).toMatch(/^Wants the yearly planGrace · /);
    await waitFor(() => expect(form.getByLabelText('New note')).toHaveProperty('value', ''));
  });

  it('shows the messages that were sent about a lead', async () => {
    await open();
    fireEvent.click(within(screen.getByRole('list', { name: 'Leads' })).getByRole('button'));
    expect(await screen.findByText('Messages to your team')).toBeTruthy();
    expect(screen.getByRole('region', { name: /^Lead / }).textContent).toContain('Lead refused Refused');
  });

  it('acts on the selected leads only', async () => {
    const { requests } = await open();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Select <img/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Close selected' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^This is for 1 lead\./)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Close all' }));
    await expect.poll(() => requests).toEqual([`close all ${JSON.stringify({ leads: [lead.lead] })}`]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close all' })).toBeTruthy());
  });
});
