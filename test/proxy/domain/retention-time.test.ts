import { expect, it } from 'vitest';
import { type RetentionLook, type RetentionTime, retentionTime } from '../../../src/proxy/domain/retention-time.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 5);

/** What data expires by after each look, as hours since the start. */
function follow(looks: RetentionLook[]): number[] {
  let time: RetentionTime | undefined;
  return looks.map((look) => {
    time = retentionTime(time, look);
    return (time.at - start) / hour;
  });
}

it('data expires by the clock, every hour and after weeks without a proxy', () => {
  expect(
    follow([
      { now: start },
      { now: start + hour, passedMs: hour },
      { now: start + 500 * hour },
      { now: start + 501 * hour, passedMs: hour },
    ]),
  ).toEqual([0, 1, 500, 501]);
});

it('a clock that is set back is followed at once', () => {
  expect(follow([{ now: start }, { now: start - 9 * hour, passedMs: hour }, { now: start - 90 * hour }])).toEqual([
    ...[0, -9, -90],
  ]);
});

it('one of several proxies whose clock is years ahead deletes nothing by it, however long it is', () => {
  const looks = Array.from({ length: 40 }, (_, index) => [
    { now: start + index * hour, ...(index > 0 && { passedMs: hour }) },
    { now: start + 900 * day + index * hour, ...(index > 0 && { passedMs: hour }) },
  ]).flat();
  // The wrong one adds the hour that has passed to what the right one has just seen.
  expect(follow(looks)).toEqual(looks.map((_, index) => Math.floor(index / 2) + (index < 2 ? 0 : index % 2)));
});

it('several proxies whose clocks are ahead wait for a day together, not for a part of it each', () => {
  const ahead = start + 900 * day;
  const looks = [
    { now: start },
    ...Array.from({ length: 4 * 24 + 4 }, (_, quarter) => ({
      now: ahead + (quarter * hour) / 4,
      passedMs: quarter < 4 ? undefined : hour,
    })),
  ];
  const followed = follow(looks).findIndex((at) => at > 900 * 24);
  expect((looks[followed]?.now ?? 0) - ahead).toBeGreaterThanOrEqual(day);
  expect(followed).toBeGreaterThan(0);
});

it('a start ends no wait that is under way: of one proxy again and again, and of others beside it', () => {
  const ahead = start + 20 * day;
  const wait = Array.from({ length: 23 }, (_, index) => [
    { now: ahead + index * hour + hour, passedMs: hour },
    { now: ahead + index * hour + hour },
  ]).flat();
  expect(follow([{ now: start }, ...wait]).at(-1)).toBe(23);
  expect(follow([{ now: start }, ...wait, { now: ahead + day, passedMs: hour }]).at(-1)).toBe(21 * 24);
});

it('a start after the clock was put right goes on from there, and one after a stop of weeks deletes what has expired', () => {
  const waiting = [{ now: start }, { now: start + 20 * day, passedMs: hour }];
  expect(follow([...waiting, { now: start + 2 * hour }])).toEqual([0, 1, 2]);
  expect(follow([...waiting, { now: start + 2 * hour }, { now: start + 25 * day }]).at(-1)).toBe(25 * 24);
});

it('counts whole milliseconds, as both databases store them, however finely the time that passes is measured', () => {
  let time = retentionTime(undefined, { now: start });
  for (let index = 1; index < 20; index++) {
    time = retentionTime(time, { now: start + 3 * day + index * hour, passedMs: hour + 0.4 - index / 7 });
    expect(Object.values(time).filter((value) => !Number.isInteger(value))).toEqual([]);
  }
  expect(time.at - start).toBeGreaterThan(18 * hour);
});

it('what a machine has waited counts on after it was off: two months are caught up with', () => {
  const looks = [{ now: start }];
  // From Monday on for nine hours a day, after two months that it was off.
  for (let index = 61; index < 65; index++) {
    const morning = start + index * day;
    looks.push({ now: morning });
    for (let passed = 1; passed < 9; passed++)
      looks.push(Object.assign({ now: morning + passed * hour }, { passedMs: hour }));
  }
  expect(follow(looks).at(-1)).toBe(64 * 24 + 8);
});
