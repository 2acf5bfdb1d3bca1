import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Import, type ImportKind, importsOf, sourceFiles } from './support/imports.ts';

/** What each layer may import, and how. Left of the arrow: a folder of src, or a file directly in it. */
const layers: Record<string, Record<string, ImportKind[]>> = {
  protocol: {},
  phone: { protocol: ['static', 'type'] },
  options: { protocol: ['static', 'type'] },
  connection: { protocol: ['static', 'type'] },
  'lead-client': { protocol: ['static', 'type'] },
  chat: { protocol: ['static', 'type'], phone: ['type'], connection: ['type'], 'lead-client': ['type'] },
  lead: {
    protocol: ['static', 'type'],
    options: ['static'],
    phone: ['type'],
    connection: ['type'],
    'lead-client': ['static', 'type'],
    chat: ['type'],
  },
  'assemble-chat.ts': {
    protocol: ['static', 'type'],
    connection: ['static', 'type'],
    chat: ['static', 'type'],
    lead: ['type'],
  },
  'core.ts': {
    connection: ['static', 'type'],
    chat: ['type'],
    lead: ['static', 'type'],
    'assemble-chat.ts': ['static', 'type'],
  },
  ui: {
    protocol: ['static', 'type'],
    // By src/ui/form/phone-tools.tsx, which is loaded apart from the form: the budget of the form would show it.
    phone: ['static', 'type'],
    options: ['static', 'type'],
    chat: ['static', 'type'],
  },
  'chat-settings.ts': {
    protocol: ['static', 'type'],
    options: ['static', 'type'],
    'lead-client': ['static'],
  },
  'web-socket.ts': { connection: ['static'] },
  'lead-form.ts': { lead: ['static'], ui: ['static'] },
  'panel.ts': {
    'chat-settings.ts': ['static'],
    protocol: ['static', 'type'],
    options: ['static', 'type'],
    lead: ['type'],
    chat: ['static', 'type'],
    connection: ['static', 'type'],
    'web-socket.ts': ['dynamic'],
    'lead-form.ts': ['dynamic'],
    'assemble-chat.ts': ['static', 'type'],
    ui: ['static', 'type', 'dynamic'],
    shell: ['type'],
  },
  shell: { protocol: ['type'], options: ['type'], chat: ['type'], 'panel.ts': ['type'] },
  element: { shell: ['static', 'type'], options: ['type'], 'panel.ts': ['dynamic', 'type'] },
  binding: { shell: ['static', 'type'], options: ['type'], 'panel.ts': ['dynamic'] },
  react: { binding: ['static', 'type'], shell: ['type'], options: ['type'] },
  vue: { binding: ['static', 'type'], shell: ['static', 'type'], options: ['type'] },
  embed: { shell: ['static', 'type'], options: ['type'], protocol: ['type'], 'panel.ts': ['type'] },
  'index.ts': { shell: ['static', 'type'], options: ['type'], chat: ['type'], 'panel.ts': ['dynamic', 'type'] },
  'service-client': { protocol: ['static', 'type'] },
  proxy: { protocol: ['static', 'type'], phone: ['static', 'type'], 'service-client': ['static', 'type'] },
  sandbox: { protocol: ['static', 'type'] },
  cli: {
    protocol: ['static', 'type'],
    // `leadchat snippet` writes options onto a tag, and refuses what the widget would.
    options: ['static', 'type'],
    'service-client': ['static', 'type', 'dynamic'],
    proxy: ['static', 'type', 'dynamic'],
    sandbox: ['static', 'type', 'dynamic'],
  },
};

const browserEntries = ['src/embed/main.ts', 'src/panel.ts', 'src/core.ts', 'src/index.ts'];
const browserLayers = [
  ...['protocol', 'phone', 'options', 'connection', 'lead-client', 'chat', 'ui', 'shell'],
  ...['binding', 'element', 'react', 'vue'],
];

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const inTree = imports.filter((one) => one.to !== undefined);

function layerOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function describeImport(one: Import): string {
  return `${one.from} → ${one.specifier} (${one.kind})`;
}

describe('architecture', () => {
  it('has a rule for every folder and file directly in src', () => {
    expect([...new Set(files.map(layerOf))].filter((layer) => layers[layer] === undefined)).toEqual([]);
  });

  it('imports only files that exist', () => {
    expect(inTree.filter((one) => !existsSync(one.to ?? '')).map(describeImport)).toEqual([]);
  });

  it('lets imports point one way only', () => {
    const wrong = inTree.filter((one) => {
      const from = layerOf(one.from);
      const to = layerOf(one.to ?? '');
      return from !== to && !(layers[from]?.[to]?.includes(one.kind) ?? false);
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('lets outsiders import a folder by its face only, and insiders never by it', () => {
    const wrong = inTree.filter((one) => {
      const toParts = (one.to ?? '').split('/');
      const isFace = toParts.length === 3 && toParts[2] === 'index.ts';
      const isFile = toParts.length === 2;
      return layerOf(one.from) === layerOf(one.to ?? '') ? isFace && one.from !== one.to : !isFace && !isFile;
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('has no cycle', () => {
    const targets = new Map<string, string[]>();
    for (const one of inTree) {
      if (one.kind === 'static') targets.set(one.from, [...(targets.get(one.from) ?? []), one.to ?? '']);
    }
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
    expect(cycles).toEqual([]);
  });

  it('keeps node: and full zod out of everything a browser loads', () => {
    const reachable = new Set<string>();
    const walk = (file: string) => {
      if (reachable.has(file) || !existsSync(file)) return;
      reachable.add(file);
      for (const one of importsOf(file)) if (one.kind !== 'type' && one.to !== undefined) walk(one.to);
    };
    browserEntries.forEach(walk);
    for (const file of files) if (browserLayers.includes(layerOf(file))) walk(file);
    const wrong = imports.filter(
      (one) => reachable.has(one.from) && (one.specifier.startsWith('node:') || one.specifier === 'zod'),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('keeps protocol free of every library but zod/mini', () => {
    const wrong = imports.filter((one) => layerOf(one.from) === 'protocol' && one.to === undefined);
    expect(wrong.filter((one) => one.specifier !== 'zod/mini').map(describeImport)).toEqual([]);
  });

  it('knows reconnecting-websocket in one file only', () => {
    const users = imports.filter((one) => one.specifier === 'reconnecting-websocket').map((one) => one.from);
    expect(new Set(users).size).toBeLessThanOrEqual(1);
    for (const user of users) expect(layerOf(user)).toBe('connection');
  });

  it('names no window, document or localStorage in chat and protocol', () => {
    const wrong = files
      .filter((file) => ['chat', 'protocol'].includes(layerOf(file)))
      .filter((file) => {
        const code = readFileSync(file, 'utf8')
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\/\/.*$/gm, '');
        return /\b(?:window|document|localStorage|sessionStorage|navigator)\b/.test(code.replace(/'[^'\n]*'/g, "''"));
      });
    expect(wrong).toEqual([]);
  });

  it('names folders for concepts', () => {
    expect(files.filter((file) => /\/(?:utils?|helpers?|common|shared|lib|misc)\//.test(file))).toEqual([]);
  });
});
