import { render } from 'preact';
import { createAdminClient } from './admin-client.ts';
import { createAdminState } from './admin-state.ts';
import { Dashboard } from './dashboard.tsx';
import { SignIn } from './sign-in.tsx';
import { styles } from './styles.ts';

/** The operator's page. It is served by the proxy itself, so the API is beside it. */
const refreshMs = 10_000;
const storageKey = 'leadchat-admin';

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets = [sheet];

const api = new URL('admin/api/', document.baseURI).href;
const state = createAdminState({
  connect: (token) => createAdminClient(api, token, (...request) => fetch(...request)),
  keep: (token) => {
    if (token === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, token);
  },
});

function Page() {
  return state.session.value === 'signed-in' ? <Dashboard state={state} /> : <SignIn state={state} />;
}

render(<Page />, document.body);
const kept = sessionStorage.getItem(storageKey);
if (kept !== null) void state.signIn(kept);
setInterval(() => {
  if (document.visibilityState === 'visible') void state.refresh();
}, refreshMs);
