import { ConversionTable, type ConversionTableProps } from './conversion-table.tsx';
import { EndExperiment } from './end-experiment.tsx';
import { formatNumber, formatShare } from './format.ts';
import { compareVariants, type Variant } from './rates.ts';

type ExperimentsProps = Pick<
  ConversionTableProps,
  'state' | 'rows' | 'before' | 'goal' | 'onShow' | 'onShowAnswered' | 'onDownload'
>;

/** One table per experiment, with a sentence about what it shows so far. */
export function Experiments({ state, rows, before, goal, onShow, onShowAnswered, onDownload }: ExperimentsProps) {
  const experiments = Map.groupBy(rows, ({ experiment }) => experiment ?? 'other');
  return (
    <>
      {[...experiments].map(([experiment, variants]) => {
        const counted = state.overview.value?.goals?.[experiment] ?? goal;
        const rated = variants.map(({ name, visits }) => ({
          ...{ name, successes: visits[counted], visitors: visits.opened },
        }));
        return (
          <ConversionTable
            key={experiment}
            state={state}
            title={`Experiment ${experiment}`}
            nameTitle="Variant"
            rows={variants}
            before={before}
            goal={counted}
            nameOf={({ name }) => (name === 'other' ? 'Other variants' : name)}
            onShow={onShow}
            onShowAnswered={onShowAnswered}
            canShow={({ name }) => name !== 'other'}
            onDownload={onDownload}
            note={describeComparison(rated)}
            actions={<EndExperiment state={state} experiment={experiment} winner={winnerOf(rated)} />}
          />
        );
      })}
    </>
  );
}

/** The variant that is better than all others. Chance has none. */
function winnerOf(variants: readonly Variant[]): string | undefined {
  const result = compareVariants(variants);
  return result.verdict === 'difference' && result.best.name !== 'other' ? result.best.name : undefined;
}

/** Says whether one variant is better, or whether the difference may be chance. */
export function describeComparison(variants: readonly Variant[]): string {
  const result = compareVariants(variants);
  if (result.verdict === 'too-few') {
    return 'Too few visitors to compare yet: each variant needs 30 who opened the chat, and all together 10 who reached the goal.';
  }
  const { best, others } = result;
  const rivals = others.map(({ name, share }) => `${formatShare(share)} with “${name}”`).join(' and ');
  if (others.some(({ share }) => share === best.share)) {
    return `No variant is ahead: ${formatShare(best.share)} with “${best.name}”, ${rivals}.`;
  }
  const ahead = `${formatShare(best.share)} of its visitors reached the goal, ${rivals}`;
  const chance = `If all were equally good, a difference this large would still appear in ${oddsOf(result.chance)} such experiments.`;
  return result.verdict === 'difference'
    ? `“${best.name}” wins: ${ahead}. This is hardly chance. ${chance}`
    : `“${best.name}” is ahead, but that may be chance: ${ahead}. ${chance} More visitors will tell.`;
}

/** 0.008 as "1 of 125". */
function oddsOf(chance: number): string {
  if (chance < 0.001) return 'fewer than 1 of 1,000';
  return chance > 0.5 ? 'most' : `1 of ${formatNumber(Math.round(1 / chance))}`;
}
