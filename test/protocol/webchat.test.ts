import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSocketPath, socketPath, socketUrl } from '../../src/protocol/service/socket-address.ts';
import { randomInputs } from '../support/figures.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';
const session = 'webchat-session.9b2d1c7e-0a4b-4c55-8f21-6d1f0f3a7e42';

describe('the path of the WebSocket (webchat connection)', () => {
  it('has the literal null for a new anonymous conversation', () => {
    expect(socketPath({ flowId, session: null, reconnect: false })).toBe(
      `/webchat/flow/${flowId}/session/null/r/false`,
    );
  });

  it('has the session and whether it is resumed', () => {
    expect(socketPath({ flowId, session, reconnect: true })).toBe(`/webchat/flow/${flowId}/session/${session}/r/true`);
  });

  it('keeps a hostile session id in its segment', () => {
    expect(socketPath({ flowId, session: '../x?y#z', reconnect: true })).toBe(
      `/webchat/flow/${flowId}/session/..%2Fx%3Fy%23z/r/true`,
    );
  });

  it('follows the host, with or without a slash or a path', () => {
    const path = { flowId, session: null, reconnect: false };
    const expected = `wss://chat.example/webchat/flow/${flowId}/session/null/r/false`;
    expect(socketUrl('wss://chat.example', path)).toBe(expected);
    expect(socketUrl('wss://chat.example//', path)).toBe(expected);
    expect(socketUrl('wss://chat.example/eu/', path)).toBe(expected.replace('.example', '.example/eu'));
  });

  it('is read back into the same parts', () => {
    const text = fc.string({ minLength: 1 }).filter((value) => value !== 'null' && value.isWellFormed());
    fc.assert(
      fc.property(text, fc.option(text), fc.boolean(), (flow, session, reconnect) => {
        const path = { flowId: flow, session, reconnect };
        expect(parseSocketPath(socketPath(path))).toEqual(path);
      }),
      randomInputs(500),
    );
  });

  it.each([
    '/',
    `/webchat/flow/${flowId}/session/null`,
    `/webchat/flow/${flowId}/session/null/r/`,
    `/webchat/flow/${flowId}/session/null/r/yes`,
    `/webchat/flow/${flowId}/session/null/r/TRUE`,
    `/webchat/flow/${flowId}/session/null/r/true/`,
    `/webchat/flow//session/null/r/true`,
    `/webchat/flow/${flowId}/session//r/true`,
    `/webchat/flow/${flowId}/session/%E0%A4%A/r/true`,
    `/v1/webchat/flow/${flowId}/session/null/r/true`,
  ])('is refused when it is another: %s', (path) => {
    expect(parseSocketPath(path)).toBeUndefined();
  });
});
