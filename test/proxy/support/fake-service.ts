import type { InitSessionRequest, WebchatSession } from '../../../src/protocol/index.ts';
import { type CallOptions, type ServiceClient, ServiceError } from '../../../src/service-client/index.ts';

/** The service as intake needs it: sessions. Everything else is delivery's, and refused here. */
export class FakeService {
  readonly sessions: InitSessionRequest[] = [];
  /** Replaced by a test for another course of things. */
  answer: (request: InitSessionRequest, options: CallOptions | undefined) => Promise<WebchatSession> = async (
    request,
  ) => ({
    flow_id: request.flow_id,
    session: `webchat-session.${crypto.randomUUID()}`,
  });

  readonly client: ServiceClient = {
    initSession: (request, options) => {
      this.sessions.push(request);
      return this.answer(request, options);
    },
    initiateCall: refused,
    createLead: refused,
    updateLead: refused,
    getLead: refused,
    addTag: refused,
    removeTag: refused,
    sendToWorkflow: refused,
    updateAndSendToWorkflow: refused,
    getCall: refused,
  };

  fail(code: 'not-sent' | 'server-error' | 'bad-request' | 'aborted'): void {
    this.answer = () =>
      Promise.reject(
        new ServiceError({ code, message: 'made for the test', sent: code === 'not-sent' ? 'no' : 'yes' }),
      );
  }
}

function refused(): Promise<never> {
  return Promise.reject(new ServiceError({ code: 'not-sent', message: 'not part of this test', sent: 'no' }));
}
