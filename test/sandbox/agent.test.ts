import { describe, expect, it } from 'vitest';
import { type AgentScriptInput, createSandbox, parseAgentScript } from '../../src/sandbox/index.ts';
import { type Fields, startSandbox } from './support/harness.ts';
import { Visitor } from './support/visitor.ts';

const script: AgentScriptInput = {
  name: 'Nora',
  greeting: { known: 'Hi {first_name}, {plan|no plan}!', unknown: 'Hi there!' },
  questions: ['When?', 'And where?'],
  answers: [
    { when: ['how much', 'price'], say: 'Sixty.' },
    { when: ['über uns'], say: 'We are {company|a company}.' },
  ],
  call: {
    offer: 'May we call you?',
    yes: ['yes', 'ok'],
    accepted: 'We ring {phone|you}.',
    no: ['no'],
    declined: 'As you like.',
  },
  otherwise: ['Noted.', 'Noted again.'],
};

/** The replies of the agent to these messages, in a conversation with lead data. */
async function talk(messages: string[], record: Fields = { phone: '14155552671', first_name: 'Ada' }) {
  const api = await startSandbox({ script });
  const visitor = new Visitor(api.socketAddress(await api.session(record), false));
  await visitor.receives(1);
  for (const message of messages) visitor.sendMessage(message);
  await visitor.receives(messages.length + 1);
  return visitor.frames.filter(({ type }) => type === 'message').map(({ content }) => content);
}

describe('the scripted agent', () => {
  it('greets by name, and fills in the fields of the lead that the script names', async () => {
    expect(await talk([])).toEqual(['Hi Ada, no plan!']);
    expect(await talk([], { phone: '14155552671', first_name: 'Ada', plan: 7 })).toEqual(['Hi Ada, 7!']);
    expect(await talk([], { phone: '14155552671', first_name: ' ' })).toEqual(['Hi there!']);
  });

  it('answers by whole words in any case, and asks a question when no answer matches', async () => {
    const said = ['What is the PRICE?', 'priceless', 'So: how  much,then?', 'ÜBER UNS bitte', 'Tomorrow'];
    const [, ...answers] = await talk(said);
    expect(answers).toEqual(['Sixty.', 'When?', 'Sixty.', 'We are a company.', 'And where?']);
  });

  it('offers a call after the questions, and places it when the visitor says yes', async () => {
    const [, ...answers] = await talk(['a', 'b', 'c', 'Yes, please', 'd', 'e', 'f']);
    const rest = ['We ring 14155552671.', 'Noted.', 'Noted again.', 'Noted.'];
    expect(answers).toEqual(['When?', 'And where?', 'May we call you?', ...rest]);
  });

  it('accepts no', async () => {
    expect((await talk(['a', 'b', 'c', 'no thanks', 'yes'])).slice(-2)).toEqual(['As you like.', 'Noted.']);
  });

  it("inserts the visitor's name as text, whatever it contains", async () => {
    const first_name = '{phone} $& <img src=x>';
    expect(await talk([], { phone: '14155552671', first_name })).toEqual([`Hi ${first_name}, no plan!`]);
    const record = { phone: '14155552671', first_name: 'Ada', plan: { toString: 'no' } };
    expect(await talk([], record)).toEqual(['Hi Ada, no plan!']);
  });
});

describe('a script file', () => {
  it('is parsed as JSON, with defaults for missing fields', () => {
    const least = { name: 'Nora', greeting: { known: 'Hi!', unknown: 'Hi!' }, otherwise: ['Noted.'] };
    expect(parseAgentScript(JSON.stringify(least))).toEqual({
      ok: true,
      script: { ...least, thinkMs: 0, questions: [], answers: [] },
    });
  });

  it('reports every problem with its path', () => {
    const wrong = { ...script, nickname: 'N', thinkMs: -1, answers: [{ when: [], say: 'x' }], otherwise: [''] };
    const reading = parseAgentScript(JSON.stringify(wrong));
    expect(reading).toMatchObject({ ok: false });
    const faults = reading.ok ? [] : reading.problems;
    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).toMatch(/^thinkMs: .*\nanswers\.0\.when: .*\notherwise\.0: .*\n.*nickname/s);
  });

  it('reports invalid JSON', () => {
    expect(parseAgentScript('{ name: }')).toMatchObject({ ok: false, problems: [expect.stringMatching(/not JSON/)] });
  });

  it('with problems keeps the sandbox from starting', async () => {
    await expect(createSandbox({ script: { ...script, otherwise: [] } })).rejects.toThrow(/otherwise/);
  });
});
