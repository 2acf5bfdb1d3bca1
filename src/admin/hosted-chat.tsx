import { useSignal } from '@preact/signals';
import type { AdminOverview } from '../protocol/admin/overview.ts';
import { QrCode } from '../qr/index.ts';
import { hostedChatAddress } from '../snippet/index.ts';

/** The address of the hosted chat, for links, e-mails and print. Nothing where the proxy does not serve it. */
export function HostedChat({ overview }: { overview: AdminOverview | null }) {
  const form = useSignal('');
  if (overview?.hostedChat !== true) return null;
  const { forms = [] } = overview;
  // The dashboard lies beside it, under whatever path the reverse proxy has.
  const address = hostedChatAddress(new URL(location.href), { form: form.value });
  return (
    <details class="chat-way">
      <summary>Chat by link or QR code</summary>
      <p>
        The chat as a page of its own: for e-mails, print, and profiles elsewhere. Add <code>?utm_source=…</code> to see
        where leads come from.
      </p>
      {forms.length > 1 && (
        <p>
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
        </p>
      )}
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
      <QrCode address={address} file="chat-qr-code.svg" />
    </details>
  );
}
