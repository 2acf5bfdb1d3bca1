import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** The headers that scripts of a page add to every request: of tracing vendors, of frameworks, and its own. */
const wrappers: Record<string, Record<string, string>> = {
  OpenTelemetry: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', baggage: 'a=1' },
  Sentry: { 'sentry-trace': '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1' },
  Datadog: { 'x-datadog-origin': 'rum', 'x-datadog-trace-id': '1', 'x-datadog-parent-id': '2' },
  'New Relic': { newrelic: 'eyJ2IjpbMCwxXX0=', tracestate: '1@nr=0' },
  'a framework': { 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': 'of-the-page' },
};

const wrap = (headers: Record<string, string>) => `<script>{
  const fetchBefore = window.fetch;
  window.fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(${JSON.stringify(headers)})) headers.set(name, value);
    return fetchBefore(input, { ...init, headers });
  };
}</script>`;

let number = 2700;
// test/proxy/http/requests.test.ts asks for all of these headers.
for (const [name, headers] of sampleOf(Object.entries(wrappers), 1)) {
  for (const order of ['before', 'after'] as const) {
    number += 1;
    const phone = `1415555${number}`;
    test(`a lead arrives on a page where ${name} wraps fetch ${order} the widget`, async ({ page, site }) => {
      const tag = tagOf(site, { proxyUrl: site.proxy.url }).replace(' async', '');
      const parts = order === 'before' ? [wrap(headers), tag] : [tag, wrap(headers)];
      await page.goto(site.put('/', hostPage({ head: parts.join('') })));
      const visitor = new Visitor(page);
      await visitor.leaveLead({ phone: phone.slice(1), firstName: 'Ada' });
      await expect(visitor.log).toContainText('Hi Ada');
      await expect.poll(() => site.phones()).toContain(phone);
    });
  }
}
