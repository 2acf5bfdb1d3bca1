// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Dashboard } from '../../src/admin/dashboard.tsx';
import { createMemoryAddressBar } from '../../src/admin/navigation.ts';
import { startHarness } from '../proxy/support/harness.ts';
import { clientOf, signIn } from './sign-in.ts';

afterEach(cleanup);

const tokens = { agent: 'agent-token-0123456789-0123456789-0123', owner: 'owner-token-0123456789-0123456789-0123' };

const greeting = {
  name: 'greeting',
  variants: [
    { name: 'plain' },
    { name: 'short', weight: 3, greeting: { en: 'Questions?', de: 'Fragen?' }, launcherText: 'Ask us' },
  ],
};
const form = { name: 'form', variants: [{ name: 'asks' }, { name: 'later', leadForm: 'later' }] };

type Count = { opened: number; accepted: number };

/** The tab "Conversion" of a proxy that runs these experiments, with what visitors of each variant have done. */
async function open({
  widget,
  forms = { default: { tags: ['website'] } },
  counts = { plain: { opened: 100, accepted: 5 }, short: { opened: 100, accepted: 30 } },
  token = tokens.owner,
}: {
  widget: Record<string, unknown>;
  forms?: Record<string, unknown>;
  counts?: Record<string, Count>;
  token?: string;
}) {
  const harness = await startHarness({
    widget,
    forms,
    operators: [
      { name: 'Ada', token: tokens.agent, role: 'agent' },
      { name: 'Olga', token: tokens.owner, role: 'owner' },
    ],
  });
  const hour = Math.floor(Date.now() / 900_000) * 900_000;
  const common = { hour, form: 'default' };
  await harness.store.addToFunnel(
    Object.entries(counts).flatMap(([variant, { opened, accepted }]) =>
      [
        { dimension: 'page' as const, value: '/' },
        { dimension: 'variant' as const, value: `greeting=${variant}` },
      ].flatMap((place) => [
        { ...common, ...place, stage: 'opened', n: opened },
        { ...common, ...place, stage: 'accepted', n: accepted },
      ]),
    ),
  );
  const state = await signIn(harness, token, { address: createMemoryAddressBar('/conversion') });
  render(<Dashboard state={state} />);
  const region = within(await screen.findByRole('region', { name: 'Experiment greeting' }));
  const served = async () =>
    (await (await harness.get('/config', { origin: 'https://www.example.com' })).json()).widget;
  return { harness, state, region, served };
}

it('applies the winner for everybody after saying what that changes, and ends the experiment', async () => {
  const widget = { greeting: 'How can we help?', title: 'Northlight', experiments: [greeting, form] };
  const { region, served, state } = await open({ widget });
  fireEvent.click(await region.findByRole('button', { name: 'Apply the winner' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply “short” for everybody?' }));
  expect(dialog.getByText('The experiment “greeting” ends, and what was counted stays.')).toBeDefined();
  const changes = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(changes).toEqual([
    'The greeting in English: “Questions?”, until now “How can we help?”.',
    'The greeting in German: “Fragen?”.',
    expect.stringMatching(/“Ask us”/),
  ]);
  expect(await served()).toMatchObject(widget);
  fireEvent.click(dialog.getByRole('button', { name: 'Apply and end the experiment' }));
  expect(await screen.findByText('The experiment “greeting” has ended, and everybody gets “short”.')).toBeDefined();
  expect(await served()).toMatchObject({
    greeting: { en: 'Questions?', de: 'Fragen?' },
    launcherText: 'Ask us',
    title: 'Northlight',
    experiments: [form],
  });
  // Neither its name nor its weight is an option; what has not changed is that of the file.
  expect(Object.keys(state.settings.loaded.value?.saved.widget ?? {}).sort()).toEqual([
    ...['experiments', 'greeting', 'launcherText'],
  ]);
  await expect.poll(() => region.queryByRole('button', { name: 'Apply the winner' })).toBeNull();
  expect(region.queryByRole('button', { name: /^Stop/ })).toBeNull();
});

it('stops an experiment: everybody sees the chat as it is without it', async () => {
  const { region, served } = await open({ widget: { greeting: 'How can we help?', experiments: [greeting] } });
  fireEvent.click(await region.findByRole('button', { name: 'Stop the experiment greeting' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop the experiment “greeting”?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Stop the experiment' }));
  expect(await screen.findByText('The experiment “greeting” has ended.')).toBeDefined();
  const widget = await served();
  expect(widget.greeting).toBe('How can we help?');
  expect(widget.experiments ?? []).toEqual([]);
});

it('applies the winner of an experiment of some pages there, and leaves the others alone', async () => {
  const pages = [
    { url: '/jobs', form: 'jobs', greeting: 'Work with us', experiments: [greeting] },
    { url: '/prices', greeting: 'Prices?' },
  ];
  const forms = { default: { tags: ['website'] }, jobs: { tags: ['jobs'] } };
  const { region, served } = await open({ widget: { greeting: 'Hello', pages }, forms });
  fireEvent.click(await region.findByRole('button', { name: 'Apply the winner' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('listitem')[0]?.textContent).toMatch(/jobs.*“Questions\?”, until now “Work with us”/);
  fireEvent.click(dialog.getByRole('button', { name: 'Apply and end the experiment' }));
  await screen.findByText('The experiment “greeting” has ended, and everybody gets “short”.');
  const widget = await served();
  expect(widget.greeting).toBe('Hello');
  expect(widget.pages).toEqual([
    { url: '/jobs', form: 'jobs', greeting: { en: 'Questions?', de: 'Fragen?' }, launcherText: 'Ask us' },
    pages[1],
  ]);
});

it('says that nothing else changes when the winner is what the chat is without the experiment', async () => {
  const counts = { plain: { opened: 100, accepted: 40 }, short: { opened: 100, accepted: 5 } };
  const { region, served } = await open({ widget: { greeting: 'Hello', experiments: [greeting] }, counts });
  fireEvent.click(await region.findByRole('button', { name: 'Apply the winner' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText(/Nothing else changes: “plain” is what the chat says without the experiment\./),
  ).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Apply and end the experiment' }));
  await screen.findByText('The experiment “greeting” has ended, and everybody gets “plain”.');
  expect((await served()).greeting).toBe('Hello');
});

it('says which greeting comes by itself from now on', async () => {
  const triggers = [{ type: 'delay', seconds: 30, text: 'Questions?' }];
  const variants = [{ name: 'plain' }, { name: 'short', triggers }];
  const { region } = await open({ widget: { experiments: [{ name: 'greeting', variants }] } });
  fireEvent.click(await region.findByRole('button', { name: 'Apply the winner' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('listitem').textContent).toBe(
    '‘On every page, after 30 seconds: show the greeting “Questions?”’ is added.',
  );
});

it('offers no winner while the difference may be chance', async () => {
  const counts = { plain: { opened: 100, accepted: 20 }, short: { opened: 100, accepted: 22 } };
  const { region } = await open({ widget: { experiments: [greeting] }, counts });
  expect(await region.findByRole('button', { name: 'Stop the experiment greeting' })).toBeDefined();
  expect(region.queryByRole('button', { name: 'Apply the winner' })).toBeNull();
});

it('offers nothing to those who may not change settings, and for an experiment that has ended', async () => {
  const { region, state } = await open({ widget: { experiments: [greeting] }, token: tokens.agent });
  await state.refresh();
  expect(region.queryByRole('button', { name: 'Apply the winner' })).toBeNull();
  expect(region.queryByRole('button', { name: /^Stop/ })).toBeNull();
  cleanup();
  const other = await open({ widget: { experiments: [form] } });
  await expect.poll(() => other.state.settings.loaded.value).not.toBeNull();
  expect(other.region.queryByRole('button', { name: /^Stop/ })).toBeNull();
});

it('writes over nobody: with newer settings, it asks to look again', async () => {
  const { harness, region, served } = await open({ widget: { experiments: [greeting] } });
  fireEvent.click(await region.findByRole('button', { name: 'Apply the winner' }));
  const dialog = within(await screen.findByRole('dialog'));
  await clientOf(harness, tokens.owner).saveSettings({ version: 0, widget: { title: 'Ours' }, forms: {}, by: 'Olga' });
  fireEvent.click(dialog.getByRole('button', { name: 'Apply and end the experiment' }));
  await screen.findByText('Somebody has changed the settings meanwhile. Look at the experiment again.');
  expect(await served()).toMatchObject({ title: 'Ours', experiments: [greeting] });
  // Now it knows them, and leaves them alone.
  fireEvent.click(await region.findByRole('button', { name: 'Apply the winner' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Apply and end the experiment' }));
  await screen.findByText(/^The experiment “greeting” has ended/);
  expect(await served()).toMatchObject({ title: 'Ours', launcherText: 'Ask us' });
});

it('leaves changes alone that are not saved yet', async () => {
  const { state } = await open({ widget: { experiments: [greeting] } });
  await expect.poll(() => state.settings.loaded.value).not.toBeNull();
  state.settings.set({}, 'title', 'Not saved');
  await state.settings.endExperiment('greeting', 'short');
  expect(state.settings.loaded.value?.saved.widget).not.toHaveProperty('title');
  expect(state.settings.draft.value.widget).toMatchObject({ title: 'Not saved', launcherText: 'Ask us' });
  expect(state.settings.isChanged.value).toBe(true);
});
