import { useSignal } from '@preact/signals';
import type { AdminState } from './admin-state.ts';

export function SignIn({ state }: { state: AdminState }) {
  const token = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    void state.signIn(token.value.trim());
  };
  return (
    <main class="sign-in">
      <form class="card" onSubmit={submit}>
        <h1>leadchat</h1>
        <p class="muted">Leads that wait for you, and how delivery is doing.</p>
        <label for="token">Admin token</label>
        <input
          id="token"
          type="password"
          autocomplete="current-password"
          required
          value={token.value}
          onInput={(event) => {
            token.value = event.currentTarget.value;
          }}
        />
        <p class="error" role="alert">
          {state.notice.value}
        </p>
        <button type="submit" class="primary" disabled={state.session.value === 'checking'}>
          Sign in
        </button>
        <p class="meta">The token is LEADCHAT_ADMIN_TOKEN of the proxy. It is kept until this tab is closed.</p>
      </form>
    </main>
  );
}
