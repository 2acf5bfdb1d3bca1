import type { AdminOverview } from '../protocol/index.ts';
import { formatShortTime } from './format.ts';

const width = 960;
const height = 120;

/** The two bars of an hour. `offset` is the position in the hour's space, of which a bar takes 0.36. */
const bars = [
  { name: 'captured', offset: 0.12 },
  { name: 'delivered', offset: 0.52 },
] as const;

/** Captured and delivered leads per hour, as two bars side by side. */
export function ActivityChart({ activity }: { activity: AdminOverview['activity'] }) {
  const highest = Math.max(1, ...activity.flatMap(({ captured, delivered }) => [captured, delivered]));
  const step = width / Math.max(1, activity.length);

  const totals = activity.reduce(
    (sum, hour) => ({ captured: sum.captured + hour.captured, delivered: sum.delivered + hour.delivered }),
    { captured: 0, delivered: 0 },
  );
  const first = activity[0];
  const barHeight = (count: number) => (count / highest) * (height - 4);
  return (
    <figure class="card chart">
      <figcaption>
        <h2>Last two days</h2>
        <span class="key captured">{totals.captured} captured</span>
        <span class="key delivered">{totals.delivered} delivered</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${totals.captured} leads captured and ${totals.delivered} delivered in the last two days`}
      >
        <line class="base" x1="0" y1={height - 0.5} x2={width} y2={height - 0.5} />
        {activity.map((hour, index) => (
          <g key={hour.from}>
            <title>{`${formatShortTime(hour.from)}: ${hour.captured} captured, ${hour.delivered} delivered`}</title>
            <rect class="hit" x={index * step} y="0" width={step} height={height} />
            {bars.map(({ name, offset }) => (
              <rect
                key={name}
                class={name}
                x={(index + offset) * step}
                y={height - barHeight(hour[name])}
                width={step * 0.36}
                height={barHeight(hour[name])}
                rx="2"
              />
            ))}
          </g>
        ))}
      </svg>
      <p class="axis meta">
        <span>{first === undefined ? '' : formatShortTime(first.from)}</span>
        <span>at most {highest} per hour</span>
        <span>now</span>
      </p>
    </figure>
  );
}
