import { useSignal } from '@preact/signals';
import type { AdminState } from './admin-state.ts';
import { Brand } from './brand.tsx';

export function SignIn({ state }: { state: AdminState }) {
  const token = useSignal('');
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void state.signIn(token.value.trim());
  };
  return (
    <main class="sign-in">
      <form class="card" onSubmit={onSubmit}>
        <Brand />
        <p class="muted">See the leads that need your attention, and how delivery is doing.</p>
        <label for="token">Your token</label>
        <input
          id="token"
          type="password"
          autocomplete="current-password"
          required
          value={token}
          onInput={(event) => {
            token.value = event.currentTarget.value;
          }}
        />
        <p class="error" role="alert">
          {state.session.notice}
        </p>
        <button type="submit" class="primary" disabled={state.session.status.value === 'checking'}>
          Sign in
        </button>
        <p class="meta">
          You get it from whoever runs the chat. If that is you, it is LEADCHAT_ADMIN_TOKEN or the token of an operator;
          the demo prints it when it starts. Your browser forgets it when you close this tab.
        </p>
      </form>
    </main>
  );
}
