// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createApp, h } from 'vue';
import { LeadChatElement } from '../../src/adapters/element/define.ts';
import { LeadChat as ReactChat } from '../../src/adapters/react/index.ts';
import { LeadChat as VueChat } from '../../src/adapters/vue/index.ts';
import { attributeKinds, listOptionProblems, readOptions } from '../../src/options/index.ts';
import { dataAttributes } from '../../src/snippet/index.ts';
import { optionSamples, readSamples, sampleFunction } from '../support/option-samples.ts';
import { waitFor } from '../support/wait-for.ts';
import { panels } from './binding/fake-panels.ts';

vi.mock('../../src/widget/panel/index.ts', async () => (await import('./binding/fake-panels.ts')).panels);

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('CSS', { supports: () => true });
  onTestFinished(() => {
    panels.clear();
    vi.unstubAllGlobals();
  });
});

afterEach(() => document.body.replaceChildren());

/** What the panel reads of the newest chat, which its options have opened, and what it reports. */
async function read() {
  await waitFor(() => expect(panels.deps).toHaveLength(1));
  const state = panels.deps[0]?.get();
  if (state === undefined) throw new Error('there is no chat');
  return { options: readOptions(state.sources).options, problems: listOptionProblems(state.sources) };
}

it('takes every option as an attribute of <lead-chat>', async () => {
  const element = document.createElement('lead-chat');
  for (const [name, value] of Object.entries(dataAttributes(optionSamples))) {
    element.setAttribute(name.replace('data-', ''), typeof value === 'string' ? value : JSON.stringify(value));
  }
  document.body.append(element);
  const { options, problems } = await read();
  expect(problems).toEqual([]);
  expect(options).toEqual(expect.objectContaining(readSamples));
});

it('takes every option as a property of <lead-chat>', async () => {
  const element = new LeadChatElement();
  element.options = { ...optionSamples, encodeMessage: sampleFunction };
  document.body.append(element);
  const { options, problems } = await read();
  expect(problems).toEqual([]);
  expect(options).toEqual(expect.objectContaining(readSamples));
  expect(options.encodeMessage?.('text')).toBe('text');
});

it('takes every option as a prop of React', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(ReactChat, { ...optionSamples, encodeMessage: sampleFunction })));
  const { options, problems } = await read();
  expect(problems).toEqual([]);
  expect(options).toEqual(expect.objectContaining(readSamples));
  expect(options.encodeMessage?.('text')).toBe('text');
  await act(async () => root.unmount());
});

it('takes every option as a prop of Vue', async () => {
  const app = createApp(() => h(VueChat, { ...optionSamples, encodeMessage: sampleFunction }));
  app.mount(document.createElement('div'));
  const { options, problems } = await read();
  expect(problems).toEqual([]);
  expect(options).toEqual(expect.objectContaining(readSamples));
  expect(options.encodeMessage?.('text')).toBe('text');
  app.unmount();
});

/** `<LeadChat analytics>`, `<lead-chat analytics>`: a name alone switches on. */
const switches = Object.entries(attributeKinds).flatMap(([name, kind]) =>
  kind === 'boolean' || kind === 'switch-or-texts' ? [name] : [],
);

// Cause: Vue gives a name alone as an empty text unless the prop is declared as a boolean, and only three were.
it('takes the name of a switch alone in a template of Vue, and the default of one that is not there', async () => {
  const app = createApp(() => h(VueChat, { ...Object.fromEntries(switches.map((name) => [name, ''])) }));
  app.mount(document.createElement('div'));
  const { options, problems } = await read();
  expect(problems).toEqual([]);
  expect(options).toMatchObject(Object.fromEntries(switches.map((name) => [name, true])));
  app.unmount();
  panels.clear();
  const plain = createApp(() => h(VueChat, { defaultOpen: true }));
  plain.mount(document.createElement('div'));
  const absent = (await read()).options;
  expect(absent).toMatchObject({ analytics: true, expandable: true, respectGpc: true, disclosure: true });
  plain.unmount();
});

it('takes the name of a switch alone as an attribute of <lead-chat>', async () => {
  const element = document.createElement('lead-chat');
  for (const name of Object.keys(dataAttributes(Object.fromEntries(switches.map((name) => [name, true]))))) {
    element.setAttribute(name.replace('data-', ''), '');
  }
  document.body.append(element);
  const { options, problems } = await read();
  expect(problems).toEqual([]);
  expect(options).toMatchObject(Object.fromEntries(switches.map((name) => [name, true])));
});
