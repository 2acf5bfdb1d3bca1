import type { AdminOverview } from '../protocol/index.ts';
import { BarChart } from './bar-chart.tsx';
import { formatShortTime } from './format.ts';

/** Captured and delivered leads per hour. */
export function ActivityChart({ activity }: { activity: AdminOverview['activity'] }) {
  const highest = Math.max(1, ...activity.flatMap(({ captured, delivered }) => [captured, delivered]));
  const captured = activity.reduce((sum, hour) => sum + hour.captured, 0);
  const delivered = activity.reduce((sum, hour) => sum + hour.delivered, 0);
  const first = activity[0];
  return (
    <BarChart
      title="Last two days"
      summary={`${captured} leads captured and ${delivered} delivered in the last two days`}
      keys={[
        { series: 'captured', text: `${captured} captured` },
        { series: 'delivered', text: `${delivered} delivered` },
      ]}
      entries={activity.map((hour) => ({
        name: hour.from,
        title: `${formatShortTime(hour.from)}: ${hour.captured} captured, ${hour.delivered} delivered`,
        values: [hour.captured, hour.delivered],
      }))}
      axis={[first === undefined ? '' : formatShortTime(first.from), `at most ${highest} per hour`, 'now']}
    />
  );
}
