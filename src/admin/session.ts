import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AdminClient, ApiResult } from './admin-client.ts';

export type SessionDeps = {
  connect: (token: string) => AdminClient;
  /** Stores the token while the tab is open. Null removes it. */
  saveToken: (token: string | null) => void;
};

export type SessionStatus = 'signed-out' | 'checking' | 'signed-in';

/** The operator's session. It sends all requests. */
export type Session = {
  status: ReadonlySignal<SessionStatus>;
  /** Result of the last action, or an error. */
  notice: Signal<string>;
  /** Signs in with a token if `load`, which sends the first requests, resolves with true. */
  signIn(token: string, load: () => Promise<boolean>): Promise<void>;
  signOut(): void;
  /** Resolves with undefined if nobody is signed in any more, or after an error, which `notice` shows. */
  request<Value>(send: (client: AdminClient) => Promise<ApiResult<Value>>): Promise<Value | undefined>;
};

const unauthorizedNotices: Record<SessionStatus, string> = {
  'signed-out': '',
  checking: 'Nobody has this token here. Check that all of it is copied.',
  'signed-in': 'Your token does not apply any more. Sign in with the new one.',
};

export function createSession({ connect, saveToken }: SessionDeps): Session {
  const status = signal<SessionStatus>('signed-out');
  const notice = signal('');
  let client: AdminClient | undefined;
  let lastError = '';

  /** Behind what an action has said: that the lists could not be loaded afterwards does not undo it. */
  const addError = (message: string) => {
    const before = notice.peek();
    const said = before.endsWith(lastError) ? before.slice(0, before.length - lastError.length).trim() : before;
    notice.value = said === '' ? message : `${said} ${message}`;
    lastError = message;
  };

  const signOut = () => {
    client = undefined;
    saveToken(null);
    status.value = 'signed-out';
  };

  return {
    status,
    notice,
    signOut,
    async signIn(token, load) {
      client = connect(token);
      status.value = 'checking';
      notice.value = '';
      if (!(await load())) {
        signOut();
        return;
      }
      saveToken(token);
      status.value = 'signed-in';
    },
    async request(send) {
      const sender = client;
      if (sender === undefined) return undefined;
      const result = await send(sender);
      if (client !== sender) return undefined;
      if (result.ok) return result.value;
      if (result.unauthorized) {
        notice.value = unauthorizedNotices[status.peek()];
        signOut();
      } else addError(result.message);
      return undefined;
    },
  };
}
