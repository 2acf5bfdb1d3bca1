import type { ComponentChildren } from 'preact';

const width = 960;
const height = 120;
/** Of the space of an entry. The rest is between them. */
const barShare = 0.76;

export type BarChartProps = {
  title: string;
  /** What the bars show, for screen readers. */
  summary: string;
  /** Explains the colors. */
  keys: { series: 'captured' | 'delivered'; text: string }[];
  /** `title` is shown while the pointer is on the entry. */
  entries: readonly { name: string; title: string; values: readonly number[] }[];
  /** Below the bars: at the start, in the middle and at the end. */
  axis: readonly string[];
  children?: ComponentChildren;
};

/** Bars side by side, one group per entry. */
export function BarChart({ title, summary, keys, entries, axis, children }: BarChartProps) {
  const highest = Math.max(1, ...entries.flatMap(({ values }) => values));
  const step = width / Math.max(1, entries.length);
  const barWidth = (barShare / keys.length) * step;
  const barHeight = (count: number) => (count / highest) * (height - 4);
  return (
    <figure class="card chart">
      <figcaption>
        <h2>{title}</h2>
        {keys.map(({ series, text }) => (
          <span key={series} class={`key ${series}`}>
            {text}
          </span>
        ))}
        {children}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <line class="base" x1="0" y1={height - 0.5} x2={width} y2={height - 0.5} />
        {entries.map((entry, index) => (
          <g key={entry.name}>
            <title>{entry.title}</title>
            <rect class="hit" x={index * step} y="0" width={step} height={height} />
            {keys.map(({ series }, place) => (
              <rect
                key={series}
                class={series}
                x={(index + (1 - barShare) / 2) * step + place * barWidth}
                y={height - barHeight(entry.values[place] ?? 0)}
                width={barWidth * 0.94}
                height={barHeight(entry.values[place] ?? 0)}
                rx="2"
              />
            ))}
          </g>
        ))}
      </svg>
      <p class="axis meta">
        {axis.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </figure>
  );
}
