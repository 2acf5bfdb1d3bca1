import { existsSync, readFileSync } from 'node:fs';
import { leadchatServe } from '../bench/intake/row-names.ts';
import {
  formatGoals,
  formatMeasured,
  formatRows,
  formatTable,
  medianIn,
  type Results,
  results,
  type SectionResult,
} from '../bench/report.ts';
import { visited } from '../bench/visit/visited-names.ts';
import { costLimits } from './cost-limits.ts';
import type { Part } from './measure-parts.ts';
import { sizeLimits } from './size-limits.ts';

/** The pages with figures. */
export const pagesWithFigures = ['README.md', 'docs/figures.md', 'docs/scaling.md'];

export type FigureSources = {
  /** The last results of `npm run bench`. */
  results: Results;
  /** In bytes after brotli, by the names of size-limits.ts. */
  sizes: ReadonlyMap<string, number>;
  /** By the file that they are in. */
  parts: ReadonlyMap<string, readonly Part[]>;
};

const block = /(<!-- figures: (.+?) -->\n)[\s\S]*?(<!-- end of figures -->)/g;

/**
 * Writes the figures of each block into a page: `<!-- figures: NAME -->` to `<!-- end of figures -->`. NAME is `sizes`,
 * `parts`, `costs`, `peers`, `lead`, a section of the benchmark, or `SECTION / TITLE` for one of its tables.
 */
export function insertFigures(page: string, sources: FigureSources): string {
  return page.replace(block, (_, start: string, name: string, end: string) => {
    return `${start}${figuresOf(name, sources)}\n${end}`;
  });
}

export function readResults(): Results {
  const file = 'bench/results.json';
  return existsSync(file) ? results.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

/** The sizes that docs/figures.md has, in bytes. */
export function documentedSizes(page: string): Map<string, number> {
  const rows = page.split('\n').flatMap((line): [string, number][] => {
    const [, name, size] = /^\| (.+?) \| ([\d.]+) kB \| [\d.]+ kB \|$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, Number(size) * 1000]];
  });
  return new Map(rows);
}

/** The parts that docs/figures.md has. */
export function documentedParts(page: string): Map<string, Part[]> {
  const parts = new Map<string, Part[]>();
  for (const [, file = '', name = '', size] of page.matchAll(/^\| `(.+?)` \| `(.+?)` \| ([\d.]+) kB \|$/gm)) {
    parts.set(file, [...(parts.get(file) ?? []), { name, bytes: Number(size) * 1000 }]);
  }
  return parts;
}

function figuresOf(name: string, { results: all, sizes, parts }: FigureSources): string {
  if (name === 'sizes') return sizesTable(sizes);
  if (name === 'parts') return partsTable(parts);
  if (name === 'costs') return costsTable();
  if (name === 'lead') return leadTable(all);
  if (name === 'peers') return peersTable(all);
  const [sectionName = '', title] = name.split(' / ');
  const section = all[sectionName];
  if (section === undefined) return `Not measured yet: \`npm run bench -- ${sectionName}\`.`;
  if (title === undefined) return sectionFigures(section);
  const table = section.tables.find((candidate) => candidate.title === title);
  if (table === undefined) throw new Error(`the section ${sectionName} of bench/results.json has no table "${title}"`);
  return `${formatRows(table)}\n\n${formatMeasured(section)}`;
}

function sectionFigures(section: SectionResult): string {
  const { title, method, tables, goals } = section;
  const parts = [method, formatMeasured(section), ...tables.map(formatTable)];
  return [...parts, ...(goals.length === 0 ? [] : [formatGoals(title, goals)])].join('\n\n');
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2)} kB`;
}

function partsTable(files: FigureSources['parts']): string {
  const rows = [...files].flatMap(([file, parts]) =>
    parts.map(({ name, bytes }) => `| \`${file}\` | \`${name}\` | ${kilobytes(bytes)} |`),
  );
  return ['| file | part | size |', '|---|---|---:|', ...rows].join('\n');
}

function sizesTable(sizes: FigureSources['sizes']): string {
  const rows = sizeLimits.map(
    ({ name, maxBytes }) => `| ${name} | ${kilobytes(sizes.get(name) ?? Number.NaN)} | ${kilobytes(maxBytes)} |`,
  );
  return ['| what | size | limit |', '|---|---:|---:|', ...rows].join('\n');
}

function costsTable(): string {
  const { requests, exchange, rounds, thousandMessages, lead } = costLimits;
  const rows = [
    ['requests until the bubble appears', requests.untilBubble],
    ['requests until an anonymous chat has answered', requests.untilAnswer],
    ['requests until a chat with the form has answered', requests.untilAnswerWithForm],
    ['a message and its answer: writes to storage', exchange.storageWrites],
    ['a message and its answer: layouts', exchange.layouts],
    ['a message and its answer: nodes', exchange.nodes],
    ['a message and its answer: event listeners', exchange.listeners],
    ['a message and its answer: calls of functions', exchange.calls],
    ['1,000 messages at once: layouts', thousandMessages.layouts],
    ['what 60 rounds of opening and destroying leave: nodes, listeners', `${rounds.nodes}, ${rounds.listeners}`],
    ['a lead on SQLite: flushes to the disk', lead.fsyncs],
    [
      'a lead on SQLite: statements to accept, to deliver with a tag, and a journey',
      `${lead.sqliteAccept}, ${lead.sqliteDeliverTag}, ${lead.sqliteDeliver}`,
    ],
    [
      'a lead on Postgres: statements to accept, to deliver with a tag, and a journey',
      `${lead.postgresAccept}, ${lead.postgresDeliverTag}, ${lead.postgresDeliver}`,
    ],
  ];
  return ['| what | at most |', '|---|---:|', ...rows.map(([what, limit]) => `| ${what} | ${limit} |`)].join('\n');
}

/** What a lead costs a proxy, for the plan in docs/scaling.md. */
function leadTable({ intake, scale }: Results): string {
  if (intake === undefined || scale === undefined) return 'Not measured yet: `npm run bench -- intake scale`.';
  const parts: [string, SectionResult, title: string, subject: string][] = [
    ['intake on SQLite, in two threads: one for HTTP, one that writes', intake, 'SQLite', leadchatServe],
    ['intake on Postgres', scale, 'Intake on Postgres', 'one proxy on Postgres'],
    ['delivery on SQLite, create and a tag', scale, 'Delivery', 'one proxy on SQLite'],
    ['delivery on Postgres, create and a tag', scale, 'Delivery', 'one proxy on Postgres'],
  ];
  const rows = parts.map(([part, { tables }, title, subject]) => {
    const cpu = medianIn(
      tables.filter((candidate) => candidate.title === title),
      subject,
      'CPU per lead',
    );
    return `| ${part} | ${((cpu ?? Number.NaN) / 1000).toFixed(1)} ms |`;
  });
  return ['| part | CPU of a lead |', '|---|---:|', ...rows, '', formatMeasured(scale)].join('\n');
}

/** leadchat beside the peers, for the README: bytes of a visit, times of a page. The lightest peer comes first. */
function peersTable({ page, visit }: Results): string {
  if (page === undefined || visit === undefined) return 'Not measured yet: `npm run bench -- visit page`.';
  const { tables, date, versions, machine } = page;
  const value = (subject: string, column: string) => medianIn(tables, subject, column) ?? Number.NaN;
  const served = (subject: string, column: string) => medianIn(visit.tables, subject, column) ?? Number.NaN;
  const [load] = tables;
  const others = ['leadchat', 'blank page', 'hand-written'];
  const peers = (load?.rows ?? []).map(({ subject }) => subject).filter((subject) => !others.includes(subject));
  const bytes = (subject: string) => served(subject, 'until answered');
  const row = (subject: string, label: string, visited: string) => {
    const cells = [
      cell(served(visited, 'page load').toFixed(1), 'kB'),
      cell(bytes(visited).toFixed(1), 'kB'),
      cell(round(value(subject, 'scripting')), 'ms'),
      cell(round(value(subject, 'blocking')), 'ms'),
      cell(`+${round(value(subject, 'heap') - value('blank page', 'heap'))}`, 'kB'),
      cell(round(value(subject, 'sent → answer')), 'ms'),
    ];
    return `| ${[label, ...cells].join(' | ')} |`;
  };
  const react = bytes(visited.inReact) - served(visited.react, 'page load');
  const runsOf = (subject: string | undefined, column = 'scripting') => {
    const ofSubject = tables.flatMap(({ rows }) => rows).filter((row) => row.subject === subject);
    const cell = ofSubject.map(({ cells }) => cells[column]).find((found) => found !== undefined);
    return cell !== undefined && 'runs' in cell ? cell.runs : 0;
  };
  return [
    '| | page load | until answered | page load: scripting | blocking | heap | sent → answer |',
    '|---|---:|---:|---:|---:|---:|---:|',
    row('leadchat', '**leadchat**', visited.anonymous),
    ...peers
      .toSorted((a, b) => (bytes(a) || Number.POSITIVE_INFINITY) - (bytes(b) || Number.POSITIVE_INFINITY))
      .map((peer) => row(peer, peer, peer)),
    '',
    `Bytes on the wire until the bubble is there, and until a chat without a form has answered. leadchat with its form filled in: ${bytes(visited.form).toFixed(0)} kB in ${served(visited.form, 'requests until answered')} requests; what it adds to a React application: ${react.toFixed(0)} kB. Times: medians of fresh pages, ${runsOf('leadchat')} of leadchat and ${runsOf(peers[0])} of each peer (sent → answer: ${runsOf(peers[0], 'sent → answer')}), in turn, in headless Chromium ${versions.Chromium?.split('.')[0]} at 4× CPU slow-down, ${date.slice(0, 10)} (${machine}).`,
  ].join('\n');
}

/** A dash for what was not measured. */
function cell(text: string, unit: string): string {
  return text.includes('NaN') ? '–' : `${text} ${unit}`;
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en');
}
