import { render } from 'preact';
import { lookStyles, settingsStyles } from '../settings/index.ts';
import styles from './admin.css?inline';
import { createAdminClient } from './admin-client.ts';
import { createAdminState } from './admin-state.ts';
import { Dashboard } from './dashboard.tsx';
import { createAddressBar } from './navigation.ts';
import messageStyles from './settings/messages/messages.css?inline';
import { SignIn } from './sign-in.tsx';
import taskStyles from './tasks.css?inline';

const refreshMs = 10_000;
const saveMs = 60_000;
const storageKey = 'leadchat-admin';

// The page's Content Security Policy blocks style elements and links, but not constructable style sheets.
const sheet = new CSSStyleSheet();
sheet.replaceSync(lookStyles + styles + taskStyles + settingsStyles + messageStyles);
document.adoptedStyleSheets = [sheet];

// The proxy serves the page at /admin, and the API below /admin/api/.
const api = new URL('admin/api/', document.baseURI).href;
const state = createAdminState({
  address: createAddressBar(window),
  connect: (token) => createAdminClient(api, token, (...request) => fetch(...request)),
  saveToken: (token) => {
    if (token === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, token);
  },
  saveFile: (name, content) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    // The browser may still be reading the file when `click` returns.
    setTimeout(() => URL.revokeObjectURL(link.href), saveMs);
  },
});

function Page() {
  return state.session.status.value === 'signed-in' ? <Dashboard state={state} /> : <SignIn state={state} />;
}

render(<Page />, document.body);
const savedToken = sessionStorage.getItem(storageKey);
const isSignedInByHeader = document.querySelector('meta[name="leadchat-sign-in"]') !== null;
// Without a token, the header of the reverse proxy says who it is.
if (savedToken !== null || isSignedInByHeader) void state.signIn(savedToken ?? '');
addEventListener('beforeunload', (event) => {
  if (state.settings.isChanged.peek() || state.receivers.draft.peek() !== null) event.preventDefault();
});
setInterval(() => {
  if (document.visibilityState === 'visible') void state.refresh();
}, refreshMs);
