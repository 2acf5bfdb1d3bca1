import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reasons } from '../../bench/reasons.ts';
import { atMost, below, formatGoals, formatRows, isMet, missedGoals, results } from '../../bench/report.ts';
import { Samples } from '../../bench/samples.ts';

const measured = results.parse(JSON.parse(readFileSync('bench/results.json', 'utf8')));
const milliseconds = [{ name: 'time', unit: 'ms' }];

describe('a table of measurements', () => {
  it('shows medians with the minimum and maximum of all runs', () => {
    const samples = new Samples();
    for (const value of [30, 10, 20]) samples.add('leadchat', 'time', value);
    expect(formatRows(samples.toTable('Load', milliseconds))).toContain('| leadchat | 20 (10–30) |');
  });

  it('shows a dash and the reason for what was not measured', () => {
    const samples = new Samples();
    samples.add('leadchat', 'time', 1234.5);
    samples.leaveOut('peer', 'time', 'it has no bubble');
    const rows = formatRows(samples.toTable('Load', milliseconds, ['A note.']));
    expect(rows.split('\n').slice(2)).toEqual([
      '| leadchat | 1,235 |',
      '| peer | – |',
      '',
      '- A note.',
      '- peer, time: it has no bubble',
    ]);
  });
});

describe('a goal', () => {
  it('is met, missed or not measured', () => {
    expect(isMet(atMost(0, 'blocking', 0, 'ms'))).toBe(true);
    expect(isMet(below(1, 'relative to the fastest peer', 1, '×'))).toBe(false);
    expect(isMet(atMost(1.2, 'relative to the floor', 5 / Number.NaN, '×'))).toBeUndefined();
    expect(formatGoals('Page', [atMost(1.2, 'next', 1.5, '×')])).toContain(
      '| next | at most 1.20× | 1.50× | **missed** |',
    );
  });

  it('has the reason below it if it is missed', () => {
    const [name = '', reason = ''] = Object.entries(reasons)[0] ?? [];
    expect(formatGoals('Page', [atMost(1, name, 2, '×')])).toContain(`- ${name}: ${reason}`);
    expect(formatGoals('Page', [atMost(1, name, 1, '×')])).not.toContain(reason);
  });

  it('has a reason in bench/reasons.ts if the last run missed it', () => {
    const missed = Object.values(measured).flatMap(({ goals }) => missedGoals(goals));
    expect(missed.map(({ name }) => name).filter((name) => reasons[name] === undefined)).toEqual([]);
  });
});
