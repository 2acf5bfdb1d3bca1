import type { AdminOverview } from '../protocol/admin/overview.ts';
import { BarChart } from './bar-chart.tsx';
import { formatShortTime } from './format.ts';

/** New and sent leads per hour; nothing if there were none. */
export function ActivityChart({ activity }: { activity: AdminOverview['activity'] }) {
  const highest = Math.max(1, ...activity.flatMap(({ captured, delivered }) => [captured, delivered]));
  const captured = activity.reduce((sum, hour) => sum + hour.captured, 0);
  const delivered = activity.reduce((sum, hour) => sum + hour.delivered, 0);
  const first = activity[0];
  if (captured + delivered === 0) return null;
  return (
    <BarChart
      title="Last two days"
      summary={`${captured} new leads and ${delivered} sent in the last two days`}
      keys={[
        { series: 'captured', text: `${captured} new` },
        { series: 'delivered', text: `${delivered} sent` },
      ]}
      entries={activity.map((hour) => ({
        name: hour.from,
        title: `${formatShortTime(hour.from)}: ${hour.captured} new, ${hour.delivered} sent`,
        values: [hour.captured, hour.delivered],
      }))}
      axis={[first === undefined ? '' : formatShortTime(first.from), `at most ${highest} per hour`, 'now']}
    />
  );
}
