import { evaluate } from './promql.ts';
import { parseExposition, ScrapedSeries } from './series.ts';

export type AlertRule = { alert: string; expr: string; forMs: number };

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads alert rules as deploy/leadchat-alerts.yml writes them: one line per key. */
export function readRules(yaml: string): AlertRule[] {
  return yaml
    .split(/^ *- alert: /m)
    .slice(1)
    .map((block) => {
      const alert = block.split('\n', 1)[0] ?? '';
      const expr = /^ *expr: (.+)$/m.exec(block)?.[1];
      const [, count = '0', unit = 's'] = /^ *for: (\d+)([smh])$/m.exec(block) ?? [];
      if (expr === undefined) throw new Error(`the alert ${alert} has no expr`);
      return { alert, expr, forMs: Number(count) * (unitMs[unit] ?? 0) };
    });
}

/** A Prometheus with its own clock, which scrapes one proxy and evaluates alert rules after each scrape. */
export class Alerting {
  readonly #rules: AlertRule[];
  readonly #job: string;
  readonly #scraped = new ScrapedSeries();
  readonly #since = new Map<string, number>();
  readonly fired = new Set<string>();
  /** The alerts that fire now. */
  readonly firing = new Set<string>();
  #now = Date.UTC(2026, 0, 1);

  constructor(rules: AlertRule[], job: string) {
    this.#rules = rules;
    this.#job = job;
  }

  /** Adds a scrape, `afterMs` after the one before. Undefined: the proxy did not respond. */
  scrape(text: string | undefined, afterMs: number): void {
    this.#now += afterMs;
    const target = { job: this.#job, instance: 'proxy:4001' };
    const samples = (text === undefined ? [] : parseExposition(text)).map((sample) => ({
      ...sample,
      labels: { ...sample.labels, ...target },
    }));
    this.#scraped.add(this.#now, [...samples, { name: 'up', labels: target, value: text === undefined ? 0 : 1 }]);
    for (const { alert, expr, forMs } of this.#rules) {
      if (evaluate(expr, this.#scraped, this.#now).length === 0) {
        this.#since.delete(alert);
        this.firing.delete(alert);
        continue;
      }
      const since = this.#since.get(alert) ?? this.#now;
      this.#since.set(alert, since);
      if (this.#now - since < forMs) continue;
      this.fired.add(alert);
      this.firing.add(alert);
    }
  }
}
