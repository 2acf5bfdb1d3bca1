import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Import, type ImportKind, importsOf, sourceFiles } from './support/imports.ts';

const any: readonly ImportKind[] = ['static', 'type'];
const typeOnly: readonly ImportKind[] = ['type'];

/**
 * What each unit of src may import, and how. A unit is a folder with an index.ts as its public API, or a file in src. The first
 * one whose name a path begins with is its unit. The protocol has no index: whoever reads it names the file of the concept.
 */
const units: Record<string, Record<string, readonly ImportKind[]>> = {
  'clock.ts': {},
  'request-json.ts': { 'clock.ts': any },
  'shared-load.ts': { 'clock.ts': any },
  'page-globals.ts': {},
  // The protocol by its readers: who talks to the service, who to the proxy, and who looks after the proxy.
  'protocol/service': { protocol: any },
  'protocol/proxy': { protocol: any },
  'protocol/admin': { protocol: any, 'protocol/proxy': any },
  // What they share: forms and their values, texts, times.
  protocol: {},
  // The build resolves `zod/mini` and `@preact/signals` to them in what runs on other people's pages.
  zod: {},
  signals: {},
  phone: { protocol: any },
  countries: { protocol: any },
  i18n: { protocol: any },
  options: {
    'request-json.ts': any,
    protocol: any,
    'protocol/proxy': any,
    'protocol/service': any,
    i18n: any,
  },
  core: {
    'clock.ts': any,
    'request-json.ts': any,
    'page-globals.ts': any,
    protocol: any,
    'protocol/proxy': any,
    'protocol/service': any,
    countries: any,
    phone: ['dynamic'],
    i18n: any,
    options: any,
  },
  'widget/ui': {
    'clock.ts': any,
    'shared-load.ts': any,
    'page-globals.ts': any,
    protocol: any,
    'protocol/proxy': any,
    countries: any,
    i18n: any,
    options: any,
    core: any,
  },
  'widget/panel': {
    'clock.ts': any,
    'request-json.ts': any,
    'shared-load.ts': any,
    'page-globals.ts': any,
    protocol: any,
    'protocol/proxy': any,
    'protocol/service': any,
    i18n: any,
    options: any,
    core: any,
    'widget/ui': any,
    'widget/launcher': typeOnly,
  },
  // Every page pays for it: it takes no schema, and is given the function that loads the panel.
  'widget/launcher': {
    'shared-load.ts': any,
    'page-globals.ts': any,
    protocol: any,
    'protocol/proxy': any,
    i18n: typeOnly,
    options: any,
    core: typeOnly,
    'widget/panel': typeOnly,
  },
  // What a page's own bundle requests side by side when somebody wants to chat.
  'widget/load-panel.ts': {
    i18n: any,
    options: ['dynamic'],
    'widget/panel': ['dynamic'],
    'widget/launcher': typeOnly,
  },
  'adapters/binding': {
    protocol: any,
    options: any,
    core: typeOnly,
    'widget/launcher': any,
    'widget/load-panel.ts': any,
  },
  'adapters/script-tag': {
    'page-globals.ts': any,
    protocol: any,
    'protocol/proxy': typeOnly,
    options: any,
    'widget/launcher': any,
  },
  'adapters/element': { protocol: any, options: any, 'widget/launcher': any, 'widget/load-panel.ts': any },
  'adapters/react': { options: any, 'widget/launcher': any, 'adapters/binding': any },
  'adapters/vue': { options: any, 'widget/launcher': any, 'adapters/binding': any },
  'index.ts': { options: typeOnly, core: typeOnly, 'widget/launcher': any, 'widget/load-panel.ts': any },
  // What a page needs to install the widget, as text: for the command and for the demo site.
  snippet: { 'protocol/proxy': typeOnly },
  // Controls for options and forms, generated from their schemas: for the configurator and the dashboard.
  'schema-form': {
    protocol: any,
    countries: any,
    'protocol/proxy': any,
    'protocol/service': any,
    i18n: any,
    options: any,
  },
  // The pages of settings by task: for the dashboard, and for the configurator.
  settings: { protocol: any, 'protocol/proxy': any, 'protocol/admin': any, 'schema-form': any },
  // The QR code of an address: for the configurator and the dashboard.
  qr: {},
  // The pages of the demo site: browser code like a customer's, from the widget's public API.
  site: {
    protocol: any,
    'protocol/proxy': any,
    'protocol/admin': typeOnly,
    i18n: any,
    options: any,
    'schema-form': any,
    settings: any,
    snippet: any,
    qr: any,
    'index.ts': any,
    'demo-api.ts': any,
  },
  // The demo's server and its page /behind.
  'demo-api.ts': { 'protocol/admin': any },
  'service-client': { protocol: any, 'protocol/service': any },
  proxy: {
    'clock.ts': any,
    protocol: any,
    'protocol/service': any,
    'protocol/proxy': any,
    'protocol/admin': any,
    countries: any,
    phone: any,
    // The proxy writes the visitor's language into leadchat.js.
    i18n: any,
    // The proxy reports what is wrong with its `widget` defaults.
    options: any,
    // The page /chat installs the widget like a page of a site.
    snippet: any,
    'service-client': any,
  },
  admin: {
    'clock.ts': any,
    protocol: any,
    'protocol/proxy': any,
    'protocol/admin': any,
    snippet: any,
    'schema-form': any,
    settings: any,
    qr: any,
  },
  sandbox: { 'clock.ts': any, protocol: any, 'protocol/service': any },
  cli: {
    'clock.ts': any,
    protocol: any,
    'protocol/service': any,
    'protocol/proxy': any,
    'protocol/admin': any,
    // `leadchat snippet` writes options onto a tag, and refuses what the widget would refuse.
    options: any,
    snippet: any,
    'demo-api.ts': any,
    'service-client': [...any, 'dynamic'],
    proxy: [...any, 'dynamic'],
    sandbox: [...any, 'dynamic'],
  },
};

/** Inside the core: a folder imports only from those before it in this list; the files directly in src/core wire them. */
const coreFolders = ['connection', 'state', 'effects', 'leads'];

const serverUnits = ['service-client', 'proxy', 'sandbox', 'cli'];

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const inTree = imports.filter(({ to }) => to !== undefined);

function unitOf(file: string): string {
  const path = file.slice('src/'.length);
  const names = Object.keys(units).filter((unit) => path === unit || path.startsWith(`${unit}/`));
  return names[0] ?? path;
}

function isProtocol(file: string): boolean {
  return file.startsWith('src/protocol/');
}

function describeImport({ from, specifier, kind }: Import): string {
  return `${from} → ${specifier} (${kind})`;
}

describe('architecture', () => {
  it('has a rule for every file of src', () => {
    expect([...new Set(files.map(unitOf))].filter((unit) => units[unit] === undefined)).toEqual([]);
  });

  it('imports only files that exist', () => {
    expect(inTree.filter(({ to = '' }) => !existsSync(to)).map(describeImport)).toEqual([]);
  });

  it('lets imports point one way only', () => {
    const wrong = inTree.filter(({ from, to = '', kind }) => {
      const [importer, target] = [unitOf(from), unitOf(to)];
      return importer !== target && !units[importer]?.[target]?.includes(kind);
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('lets the folders of the core import one way only', () => {
    const rank = (file: string) => coreFolders.indexOf(file.split('/')[2] ?? '');
    const wrong = inTree.filter(({ from, to = '' }) => {
      if (!from.startsWith('src/core/') || !to.startsWith('src/core/') || rank(from) === -1) return false;
      return rank(to) === -1 || rank(to) > rank(from);
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('lets the domain of the proxy know neither store nor delivery, and keeps store, delivery and webhooks apart', () => {
    const folderOf = (file: string) => (file.startsWith('src/proxy/') ? (file.split('/')[2] ?? '') : '');
    const isWrong: Record<string, (target: string) => boolean> = {
      domain: (target) => !['', 'domain', 'config', 'record-fields.ts'].includes(target),
      store: (target) => ['delivery', 'admin', 'calls', 'webhooks', 'intake', 'jobs', 'server'].includes(target),
      // They share the store, and the code of the runner that each has of its own.
      delivery: (target) => target === 'webhooks',
      webhooks: (target) => target === 'delivery',
    };
    const wrong = inTree.filter(({ from, to = '' }) => isWrong[folderOf(from)]?.(folderOf(to)) === true);
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it("lets outsiders import a unit's index.ts only, and insiders never", () => {
    const wrong = inTree.filter(({ from, to = '', kind }) => {
      const isIndex = to === `src/${unitOf(to)}/index.ts` || to === `src/${unitOf(to)}`;
      // It names the entries of chunks, which their users import only when they have loaded.
      if (from === 'src/widget/load-panel.ts' && kind === 'dynamic') return false;
      if (isProtocol(to)) return to.endsWith('/index.ts');
      return unitOf(from) === unitOf(to) ? isIndex : !isIndex;
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('has no cycle, type imports included', () => {
    expect(cyclesOf(inTree.filter(({ kind }) => kind !== 'dynamic'))).toEqual([]);
  });

  it('keeps node: and full zod out of everything that a browser loads', () => {
    const browserFiles = files.filter((file) => !serverUnits.includes(unitOf(file)));
    const wrong = imports.filter(
      ({ from, specifier }) => browserFiles.includes(from) && (specifier.startsWith('node:') || specifier === 'zod'),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('keeps protocol free of every library but zod/mini', () => {
    const wrong = imports.filter(({ from, to }) => isProtocol(from) && to === undefined);
    expect(wrong.filter(({ specifier }) => specifier !== 'zod/mini').map(describeImport)).toEqual([]);
  });

  it('lists no names of the protocol a second time', () => {
    expect(files.filter((file) => isProtocol(file) && /^export [^=]* from /m.test(readFileSync(file, 'utf8')))).toEqual(
      [],
    );
  });

  it('keeps the schemas of the protocol out of what every page loads', () => {
    const everyPage = inTree.filter(({ from }) => /^src\/(?:widget\/launcher|adapters)\//.test(from));
    const taken = new Set(
      everyPage.filter(({ to = '', kind }) => isProtocol(to) && kind === 'static').map(({ to }) => to),
    );
    // The loop also visits what it adds.
    for (const file of taken) {
      for (const { from, to, kind } of inTree) if (from === file && kind === 'static') taken.add(to);
    }
    expect(taken.size).toBeGreaterThan(0);
    const withSchema = imports.filter(({ from, specifier }) => taken.has(from) && specifier === 'zod/mini');
    expect(withSchema.map(describeImport)).toEqual([]);
  });

  it('lets the core use signals without a framework', () => {
    const wrong = imports.filter(
      ({ from, specifier }) => unitOf(from) === 'core' && /^(?:preact|@preact\/signals)(?:\/|$)/.test(specifier),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('knows reconnecting-websocket in one file only', () => {
    const users = new Set(imports.filter(({ specifier }) => specifier === 'reconnecting-websocket').map((i) => i.from));
    expect([...users]).toEqual(['src/core/connection/socket.ts']);
  });

  it('names no window, document or localStorage in core/state, core/effects and protocol', () => {
    const wrong = files
      .filter((file) => /^src\/(?:core\/(?:state|effects)|protocol)\//.test(file))
      .filter((file) => {
        const code = readFileSync(file, 'utf8')
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\/\/.*$/gm, '');
        return /\b(?:window|document|localStorage|sessionStorage|navigator)\b/.test(code.replace(/'[^'\n]*'/g, "''"));
      });
    expect(wrong).toEqual([]);
  });

  it('has no file that is longer than 300 lines', () => {
    const lengthOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length;
    // An index that lists what its folder offers, and holds nothing of its own.
    const isList = (file: string) =>
      file.endsWith('/index.ts') &&
      readFileSync(file, 'utf8')
        .replaceAll(/export (?:type )?\{[^}]*\} from '[^']*';|\/\/.*|\/\*[\s\S]*?\*\//g, '')
        .trim() === '';
    expect(files.filter((file) => lengthOf(file) > 300 && !isList(file))).toEqual([]);
  });

  it('names folders for concepts', () => {
    expect(files.filter((file) => /\/(?:utils?|helpers?|common|shared|lib|misc)\//.test(file))).toEqual([]);
  });
});

/** Every cycle found by walking the imports depth first, as "a → b → a". */
function cyclesOf(edges: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to = '' } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
