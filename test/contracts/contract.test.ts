import { describe, expect, it } from 'vitest';
import { assumptionNotes } from '../../src/protocol/service/assumptions.ts';
import { checks } from './checks.ts';
import { readme, rowNames, titlesFor } from './coverage.ts';

describe('the contract', () => {
  it('has a test for every rule and every row of every table of the service API', () => {
    expect(rowNames().filter((row) => titlesFor(row).length === 0)).toEqual([]);
  });

  it('has a test for every choice that the service API leaves open', () => {
    const confirmed = new Set(checks.map((check) => check.choice));
    const names = Object.keys(assumptionNotes);
    expect(names.filter((name) => ![...confirmed].some((choice) => choice === name))).toEqual([]);
  });

  it('gives every check a unique name', () => {
    const titles = checks.map((check) => check.title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('maps section to test in its README', async () => {
    await expect(readme()).toMatchFileSnapshot('./README.md');
  });
});
