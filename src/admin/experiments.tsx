import { ConversionTable, type ConversionTableProps } from './conversion-table.tsx';
import { formatShare } from './format.ts';
import { compareVariants, type Variant } from './rates.ts';

type ExperimentsProps = Pick<ConversionTableProps, 'rows' | 'goal' | 'onShow' | 'onShowAnswered' | 'onDownload'>;

/** One table per experiment, with a sentence about what it shows so far. */
export function Experiments({ rows, goal, onShow, onShowAnswered, onDownload }: ExperimentsProps) {
  const experiments = Map.groupBy(rows, ({ experiment }) => experiment ?? 'other');
  return (
    <>
      {[...experiments].map(([experiment, variants]) => (
        <ConversionTable
          key={experiment}
          title={`Experiment ${experiment}`}
          nameTitle="Variant"
          rows={variants}
          goal={goal}
          nameOf={({ name }) => (name === 'other' ? 'Other variants' : name)}
          onShow={onShow}
          onShowAnswered={onShowAnswered}
          canShow={({ name }) => name !== 'other'}
          onDownload={onDownload}
          note={describeComparison(
            variants.map(({ name, visits }) => ({ name, successes: visits[goal], visitors: visits.opened })),
          )}
        />
      ))}
    </>
  );
}

/** Says whether one variant is better, or whether the difference may be chance. */
export function describeComparison(variants: readonly Variant[]): string {
  const result = compareVariants(variants);
  if (result.verdict === 'too-few') {
    return 'Too few visitors to compare yet: each variant needs 30 who opened the chat, and all together 10 who reached the goal.';
  }
  const others = result.others.map((name) => `“${name}”`).join(' and ');
  const chance = result.chance < 0.001 ? 'less than 0.1 %' : formatShare(result.chance);
  if (result.verdict === 'chance') {
    return `“${result.best}” is ahead of ${others}, but the difference may be chance: without any difference, one like this would show in ${chance} of such experiments.`;
  }
  return `“${result.best}” is better than ${others}. This is hardly chance: without any difference, one like this would show in ${chance} of such experiments.`;
}
