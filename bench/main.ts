import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { intake } from './intake.ts';
import { lighthouse } from './lighthouse.ts';
import { page } from './page.ts';
import { formatResults, formatSection, type Results, results, type Section, type SectionResult } from './report.ts';
import { sandbox } from './sandbox.ts';
import { scale } from './scale.ts';
import { visit } from './visit.ts';

/**
 * `npm run bench`: measures each section, prints its tables, and writes bench/results.json and bench/results.md. Names of
 * sections run only these, and keep the last results of the others; `--quick` makes fewer and shorter runs.
 */
const sections: readonly Section[] = [visit, page, lighthouse, intake, scale, sandbox];
const names = sections.map(({ name }) => name);

const { values: options, positionals } = readArguments();
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`[leadchat] bench: there is no section "${unknown.join('", "')}"; use ${names.join(', ')}.`);
  process.exit(2);
}
const chosen = sections.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const jsonFile = join(import.meta.dirname, 'results.json');
const tables = join(import.meta.dirname, 'results.md');
const all: Results = existsSync(jsonFile) ? results.parse(JSON.parse(readFileSync(jsonFile, 'utf8'))) : {};

for (const section of chosen) {
  console.error(`[leadchat] bench: ${section.name}`);
  try {
    const result = await measure(section);
    console.log(`\n${formatSection(result)}`);
    all[section.name] = result;
    // After each section, so that an interrupted run leaves the results of those before.
    writeFileSync(jsonFile, `${JSON.stringify(all, undefined, 2)}\n`);
    writeFileSync(tables, `${formatResults(all, names)}\n`);
  } catch (error) {
    console.error(`[leadchat] bench: the section ${section.name} failed, its last results stay.`, error);
    process.exitCode = 1;
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { quick: { type: 'boolean', default: false } }, allowPositionals: true });
  } catch (error) {
    console.error(`[leadchat] bench: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

async function measure(section: Section): Promise<SectionResult> {
  const date = new Date().toISOString();
  const start = performance.now();
  const { versions, ...measured } = await section.measure({ isQuick: options.quick });
  return {
    title: section.title,
    ...measured,
    versions: { Node: process.versions.node, ...versions },
    isQuick: options.quick,
    date,
    seconds: Math.round((performance.now() - start) / 1000),
    machine: machine(),
  };
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${memory} GB, ${platform()} ${release()} ${arch()}`;
}
