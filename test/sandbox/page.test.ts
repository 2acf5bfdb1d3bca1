// @vitest-environment happy-dom
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../src/sandbox/inspect/page');
// The page is plain JavaScript without types. The compiler does not resolve a computed path.
const load = (file: string) => import(/* @vite-ignore */ join(folder, file));

const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

let section = document.createElement('section');

beforeEach(() => {
  section = document.createElement('section');
  const content = document.createElement('div');
  content.className = 'content';
  section.append(content);
});

async function show(name: string, data: unknown) {
  const { sections } = await load('sections.js');
  const { redraw } = await load('elements.js');
  redraw(section, sections[name](data));
}

const lead = {
  ...{ lead_id: 'l1', phone: '14155552671', first_name: hostile, last_name: '', email: '', company: hostile },
  ...{ tags: [hostile], timezone: 'Etc/UTC', created_at: '2026-11-20T09:00:00.000Z', updated_at: '' },
  [hostile]: hostile,
};

describe("the sandbox's page", () => {
  it('shows everything that visitors typed as text, in every section', async () => {
    const at = lead.created_at;
    const message = { from: 'visitor', content: hostile };
    const everything = {
      leads: [lead],
      conversations: [{ session_id: 's', lead_id: null, record: lead, messages: [message], connections: 1 }],
      enrolments: [{ at, workflow_id: hostile, lead_id: 'l1', record: lead }],
      calls: [{ at, call_id: 'c1', to: hostile, from: hostile, state: 'ringing', records: [] }],
      requests: [{ at, method: 'GET', path: hostile, query: { q: hostile }, status: 404, key: 'none', body: hostile }],
      faults: [{ route: hostile, kind: 'status', status: 503, count: 1 }],
    };
    for (const [name, data] of Object.entries(everything)) {
      await show(name, data);
      expect([name, section.textContent]).toEqual([name, expect.stringContaining(hostile)]);
      expect([name, section.querySelectorAll('img, script').length]).toEqual([name, 0]);
    }
  });

  it('keeps details open when a section is redrawn', async () => {
    await show('leads', [lead]);
    const details = section.querySelector('details');
    details?.setAttribute('open', '');
    await show('leads', [lead, { ...lead, lead_id: 'l2' }]);
    const open = [...section.querySelectorAll('details')].map((item) => [item.dataset.key, item.open]);
    expect(open).toEqual([
      ['l2', false],
      ['l1', true],
    ]);
  });

  it('shows a text in an empty section', async () => {
    for (const name of ['leads', 'conversations', 'enrolments', 'calls', 'requests', 'faults']) {
      await show(name, []);
      expect(section.querySelector('.empty')?.textContent).toMatch(/\w/);
    }
  });
});
