import { useSignal } from '@preact/signals';
import type { AdminOverview } from '../protocol/index.ts';
import { QrCode } from '../qr/index.ts';

/** The address of the hosted chat, for links, e-mails and print. Nothing where the proxy does not serve it. */
export function HostedChat({ overview }: { overview: AdminOverview | null }) {
  const form = useSignal('');
  if (overview?.hostedChat !== true) return null;
  const { forms = [] } = overview;
  // The dashboard lies beside it, under whatever path the reverse proxy has.
  const address = new URL('chat', location.href);
  address.hash = '';
  address.search = form.value === '' ? '' : new URLSearchParams({ form: form.value }).toString();
  return (
    <details class="hosted-chat">
      <summary>Chat by link or QR code</summary>
      <p>
        The chat as a page of its own: for e-mails, print, and profiles elsewhere. Add <code>?utm_source=…</code> to see
        where leads come from.
      </p>
      {forms.length > 1 && (
        <label>
          Form{' '}
          <select value={form.value} onChange={({ currentTarget }) => (form.value = currentTarget.value)}>
            <option value="">as configured</option>
            {forms.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>
        <a href={address.href} target="_blank" rel="noreferrer">
          {address.href}
        </a>
      </p>
      <QrCode address={address.href} file="chat-qr-code.svg" />
    </details>
  );
}
