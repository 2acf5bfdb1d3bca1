import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A fake of Turnstile and hCaptcha: a script with the same API, which renders a button into the container, and an
 * endpoint that verifies tokens. A token is valid once, as with the real providers; `down` simulates a blocked provider.
 */
export class CaptchaProvider {
  readonly #server: Server;
  readonly rendered: Record<string, unknown>[] = [];
  readonly checked: { token: string; success: boolean }[] = [];
  readonly #spent = new Set<string>();
  down = false;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', this.url);
      response.setHeader('access-control-allow-origin', '*');
      if (this.down) {
        response.destroy();
        return;
      }
      if (url.pathname === '/api.js') {
        response.setHeader('content-type', 'text/javascript');
        response.end(scriptFor(url.searchParams, this.url));
        return;
      }
      let body = '';
      for await (const part of request) body += part;
      if (url.pathname === '/rendered') this.rendered.push(JSON.parse(body));
      if (url.pathname === '/verify') {
        const token = new URLSearchParams(body).get('response') ?? '';
        const success = token.startsWith('token-') && !this.#spent.has(token);
        this.#spent.add(token);
        this.checked.push({ token, success });
        response.setHeader('content-type', 'application/json');
        response.write(JSON.stringify({ success, hostname: 'localhost' }));
      }
      response.end();
    });
  }

  static async start(): Promise<CaptchaProvider> {
    const provider = new CaptchaProvider();
    await new Promise<void>((done) => provider.#server.listen(0, '127.0.0.1', done));
    return provider;
  }

  get url(): string {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the captcha provider does not listen');
    return `http://localhost:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

/** The script of the fake. Like the real scripts, it rejects containers that the document does not contain. */
function scriptFor(query: URLSearchParams, url: string): string {
  return `(() => {
    const widgets = [];
    const draw = ({ container, parameters }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'I am human';
      button.onclick = () => {
        container.replaceChildren('Verified');
        parameters.callback('token-' + Math.random());
      };
      container.replaceChildren(button);
      if (parameters.appearance === 'interaction-only') parameters['before-interactive-callback']();
    };
    const api = {
      render(container, parameters) {
        if (!document.contains(container)) throw new Error('the container is not in the page');
        const challenge = parameters['challenge-container'];
        if (challenge !== undefined && document.getElementById(challenge) === null) throw new Error('no place for pictures');
        fetch('${url}/rendered', { method: 'POST', body: JSON.stringify(parameters) });
        draw({ container, parameters });
        return widgets.push({ container, parameters }) - 1;
      },
      reset(id) { draw(widgets[id]); },
      remove(id) { widgets[id].container.replaceChildren(); },
    };
    window.turnstile = window.hcaptcha = api;
    window[${JSON.stringify(query.get('onload'))}]();
  })();`;
}
