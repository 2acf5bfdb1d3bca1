import type { InitSessionRequest, WebchatSession } from '../../../src/protocol/service/webchat.ts';
import { type CallOptions, type ServiceClient, ServiceError } from '../../../src/service-client/index.ts';

/** The service as intake uses it: sessions only. All other endpoints belong to delivery and reject. */
export class FakeService {
  readonly sessions: InitSessionRequest[] = [];
  /** Tests replace it for other responses. */
  respond: (request: InitSessionRequest, options: CallOptions | undefined) => Promise<WebchatSession> = async (
    request,
  ) => ({
    flow_id: request.flow_id,
    session: `webchat-session.${crypto.randomUUID()}`,
  });

  readonly client: ServiceClient = {
    initSession: (request, options) => {
      this.sessions.push(request);
      return this.respond(request, options);
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
    this.respond = () =>
      Promise.reject(
        new ServiceError({ code, message: 'made for the test', sent: code === 'not-sent' ? 'no' : 'yes' }),
      );
  }
}

function refused(): Promise<never> {
  return Promise.reject(new ServiceError({ code: 'not-sent', message: 'not part of this test', sent: 'no' }));
}
