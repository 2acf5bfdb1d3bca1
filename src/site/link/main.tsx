import { render } from 'preact';
import { QrCode } from '../../qr/index.ts';
import { hostedChatAddress } from '../../snippet/index.ts';

/** The server writes the URL of the demo's proxy into the page. */
const element = document.querySelector<HTMLElement>('#link');
const { proxyUrl } = element?.dataset ?? {};
if (element !== null && proxyUrl !== undefined) {
  const address = `${hostedChatAddress(new URL(`${proxyUrl}/`), {})}?utm_source=poster`;
  render(
    <div class="card link-card">
      <div>
        <h2>Open it</h2>
        <p>
          <a class="address" href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        </p>
        <p class="hint">
          Leads from here have the source “poster”. <code>?form=estimate</code> asks other questions,{' '}
          <code>?locale=de</code> and <code>?theme=dark</code> change the page.
        </p>
        <p class="hint">
          For a phone, start the demo with the address of this machine: <code>npm start -- --host 192.168.1.20</code>.
        </p>
      </div>
      <QrCode address={address} file="chat-qr-code.svg" linkClass="button is-quiet" />
    </div>,
    element,
  );
}
