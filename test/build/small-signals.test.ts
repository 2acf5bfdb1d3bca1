import * as library from '@preact/signals-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as small from '../../build/small-signals.ts';
import { collectGarbage } from '../core-faults/used-heap.ts';

/** What both of them are asked for. */
type Signals = {
  signal(value: number): Writable;
  computed(compute: () => number): Readable;
  effect(run: () => unknown): () => void;
  batch(run: () => void): void;
  untracked(run: () => number): number;
};
type Readable = { readonly value: number | undefined; peek(): number | undefined };
type Writable = { value: number; peek(): number; subscribe(listen: (value: number) => void): () => void };

const both: [string, Signals][] = [
  ['the library', library],
  ['the small signals', small],
];

/** What a computed or an effect reads: of an odd value the other one too, which an effect may leave unwatched. */
type Reading = { from: number; other: number; isUntracked: boolean };
type EffectPlan = { reads: Reading[]; writes?: number; nested?: Reading[]; cleans: boolean; endsItself: boolean };
type Step =
  | { do: 'batch'; writes: { to: number; value: number }[] }
  | { do: 'write'; to: number; value: number }
  | { do: 'there and back'; to: number; value: number }
  | { do: 'read'; which: number }
  | { do: 'end'; which: number }
  | { do: 'start'; effect: EffectPlan };
type Plan = { signals: number[]; computeds: Reading[][]; steps: Step[] };

const index = fc.nat(11);
const readings = fc.array(fc.record({ from: index, other: index, isUntracked: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});
const write = fc.record({ to: index, value: fc.nat(3) });
const reader = { reads: readings, cleans: fc.boolean(), endsItself: fc.boolean() };
const requiredKeys = ['reads', 'cleans', 'endsItself'] as const;
const watching = fc.record({ ...reader, nested: readings }, { requiredKeys: [...requiredKeys] });
const writing = fc.record({ ...reader, nested: readings, writes: index }, { requiredKeys: [...requiredKeys] });

function plans(effect: fc.Arbitrary<EffectPlan>): fc.Arbitrary<Plan> {
  const step = fc.oneof(
    fc.array(write, { maxLength: 5 }).map((writes): Step => ({ do: 'batch', writes })),
    write.map((one): Step => ({ do: 'write', ...one })),
    write.map((one): Step => ({ do: 'there and back', ...one })),
    index.map((which): Step => ({ do: 'read', which })),
    index.map((which): Step => ({ do: 'end', which })),
    effect.map((one): Step => ({ do: 'start', effect: one })),
  );
  return fc.record({
    signals: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
    computeds: fc.array(readings, { maxLength: 6 }),
    steps: fc.array(step, { minLength: 1, maxLength: 25 }),
  });
}

/** Few values, so that a computed is often what it was. */
const cutOff = (values: number[]) => values.reduce((total, value) => total + value, 0) % 5;
/** Never the same of other values: see what small-signals.ts says of what comes back. */
const distinct = (values: number[]) =>
  values.reduce((all, value) => Math.imul(all ^ (value + 0x5bd1e995), 0x9e3779b1) >>> 5, 1);

/** Everything that can be seen of a run: which effect ran, with which values, and what was read. */
function tell(
  { signal, computed, effect, batch, untracked }: Signals,
  { signals, computeds, steps }: Plan,
  combine: (values: number[]) => number,
): string[] {
  const told: string[] = [];
  const writable = signals.map((value) => signal(value));
  const all: Readable[] = [...writable];
  const values = (readings: Reading[], among = all.length) =>
    readings.flatMap(({ from, other, isUntracked }) => {
      const first = all[from % among]?.value ?? 0;
      const second = () => all[other % among]?.value ?? 0;
      if (first % 2 === 0) return [first];
      // What is computed from unwatched values may be of any age.
      return [first, isUntracked && among === all.length ? untracked(second) : second()];
    });
  for (const readings of computeds) {
    const among = all.length;
    all.push(computed(() => combine(values(readings, among))));
  }
  const ends: (() => void)[] = [];
  let fresh = 100;
  const put = ({ to, value }: { to: number; value: number }) => {
    const target = writable[to % writable.length];
    if (target !== undefined) target.value = value;
  };
  const start = ({ reads, writes, nested, cleans, endsItself }: EffectPlan) => {
    const name = ends.length;
    let runs = 0;
    let end = () => {};
    let endNested = () => {};
    end = effect(() => {
      runs++;
      told.push(`effect ${name}: ${values(reads)}`);
      endNested();
      if (nested !== undefined) endNested = effect(() => told.push(`within ${name}: ${values(nested)}`) && undefined);
      if (writes !== undefined && runs <= 3) put({ to: writes, value: ++fresh });
      if (endsItself && runs === 2) end();
      return cleans ? () => told.push(`end of ${name}: ${writable[0]?.value}`) : undefined;
    });
    ends.push(() => {
      end();
      endNested();
    });
  };
  for (const step of steps) {
    told.push(JSON.stringify(step));
    if (step.do === 'batch') batch(() => step.writes.forEach(put));
    else if (step.do === 'start') start(step.effect);
    else if (step.do === 'end') ends[step.which % ends.length]?.();
    else if ('which' in step) told.push(`read ${all[step.which % all.length]?.value}`);
    else if (step.do === 'write') put(step);
    else {
      const before = writable[step.to % writable.length]?.peek() ?? 0;
      batch(() => {
        put(step);
        put({ ...step, value: before });
      });
    }
  }
  told.push(`at last ${all.map(({ value }) => value)}`);
  return told;
}

describe('the small signals', () => {
  it.each([
    ['read', watching, cutOff],
    ['read and write', writing, distinct],
  ] as const)(
    'run effects that %s in the same order and with the same values as the library',
    (_, effects, combine) => {
      fc.assert(
        fc.property(plans(effects), (plan) => {
          expect(tell(small, plan, combine)).toEqual(tell(library, plan, combine));
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it.each(both)('%s compute what is read, when it is read, and once as long as nothing changes', (_, signals) => {
    const { signal, computed, effect } = signals;
    const one = signal(1);
    let times = 0;
    const double = computed(() => {
      times++;
      return one.value * 2;
    });
    expect(times).toBe(0);
    expect([double.value, double.peek(), times]).toEqual([2, 2, 1]);
    one.value = 2;
    expect(times).toBe(1);
    expect([double.value, double.value, times]).toEqual([4, 4, 2]);
    const end = effect(() => double.value);
    one.value = 3;
    expect([double.value, times]).toEqual([6, 3]);
    end();
    one.value = 4;
    expect(times).toBe(3);
    expect([double.value, times]).toEqual([8, 4]);
  });

  it.each(both)('%s tell a listener what there is, and what comes, and it depends on nothing else', (_, { signal }) => {
    const [one, other] = [signal(1), signal(10)];
    const heard: number[] = [];
    const end = one.subscribe((value) => heard.push(value + other.value));
    other.value = 20;
    one.value = 2;
    end();
    one.value = 3;
    expect(heard).toEqual([11, 22]);
  });

  it.each(both)('%s refuse circles of computed values, and recover from them', (_, { signal, computed, effect }) => {
    const isCircle = signal(1);
    const all: Readable[] = [];
    all.push(computed(() => (isCircle.value === 1 ? (all[1]?.value ?? 0) : 7)));
    all.push(computed(() => (isCircle.value === 2 ? 5 : (all[0]?.value ?? 0))));
    expect(() => all[0]?.value).toThrow('Cycle detected');
    isCircle.value = 2;
    expect(all.map(({ value }) => value)).toEqual([7, 5]);
    const end = effect(() => all[0]?.value);
    expect(() => {
      isCircle.value = 1;
    }).toThrow('Cycle detected');
    isCircle.value = 3;
    expect(all.map(({ value }) => value)).toEqual([7, 7]);
    end();
  });

  it.each(both)('%s refuse effects that set each other off for ever', (_, { signal, effect }) => {
    const one = signal(0);
    expect(() => effect(() => one.value++)).toThrow('Cycle detected');
    one.value = 0;
    const seen: number[] = [];
    const end = effect(() => seen.push(one.value) && undefined);
    one.value = 1;
    end();
    expect(seen).toEqual([0, 1]);
  });

  it.each(both)(
    '%s throw what a computed value throws, to everybody who reads it, until it can be computed',
    (_, signals) => {
      const { signal, computed, effect } = signals;
      const isBroken = signal(0);
      const broken = computed(() => {
        if (isBroken.value === 1) throw new Error('broken');
        return isBroken.value;
      });
      const reader = computed(() => (broken.value ?? 0) + 1);
      const told: string[] = [];
      effect(() => {
        try {
          told.push(`${reader.value}`);
        } catch (error) {
          told.push(String(error));
        }
      });
      isBroken.value = 1;
      expect(() => reader.value).toThrow('broken');
      expect(() => broken.peek()).toThrow('broken');
      isBroken.value = 2;
      expect(told).toEqual(['1', 'Error: broken', '3']);
    },
  );

  it.each(both)('%s run all effects of a batch although one throws, and throw that to the writer', (_, signals) => {
    const { signal, effect, batch } = signals;
    const one = signal(0);
    const told: string[] = [];
    effect(() => {
      if (one.value === 1) throw new Error('broken');
      told.push(`first ${one.value}`);
    });
    effect(() => told.push(`second ${one.value}`) && undefined);
    expect(() =>
      batch(() => {
        one.value = 1;
      }),
    ).toThrow('broken');
    one.value = 2;
    expect(told).toEqual(['first 0', 'second 0', 'second 1', 'first 2', 'second 2']);
    const isThere = signal(0);
    expect(() =>
      effect(() => {
        if (isThere.value === 0) throw new Error('at once');
        told.push('never');
      }),
    ).toThrow('at once');
    isThere.value = 1;
    expect(told).not.toContain('never');
  });

  it.each(both)(
    '%s let go of an effect that has ended and of a computed value that nobody watches',
    async (_, signals) => {
      const { signal, computed, effect } = signals;
      const one = signal(1);
      const start = () => {
        const kept = computed(() => one.value * 2);
        const inner = { run: () => kept.value };
        effect(() => inner.run())();
        return [new WeakRef<object>(kept), new WeakRef<object>(inner)];
      };
      const refs = start();
      // A weak reference holds what it was made for until the turn ends.
      await new Promise(setImmediate);
      collectGarbage();
      one.value = 2;
      expect(refs.map((ref) => ref.deref())).toEqual([undefined, undefined]);
    },
  );
});
