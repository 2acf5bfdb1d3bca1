import { increaseOf, quantileOf } from './functions.ts';
import { keyOf, type Sample, type ScrapedSeries, type Series } from './series.ts';

/**
 * Evaluates the part of PromQL that the documented alert rules use, and throws at everything else: selectors with `=`,
 * `!=`, `=~`, `!~` and a range, `increase`, `rate`, `histogram_quantile`, `sum`, `max` and `min` with `by`, `*`, and
 * comparisons of series with numbers or with other series.
 */
export function evaluate(expression: string, scraped: ScrapedSeries, at: number): Sample[] {
  const parser = new Parser(expression, scraped, at);
  const value = parser.comparison();
  parser.end();
  if (typeof value === 'number') throw new Error(`an alert needs series, not a number: ${expression}`);
  return value;
}

type Value = number | Sample[];

const token = /\s*(\d+(?:\.\d+)?[smhd]?|"(?:[^"\\]|\\.)*"|[a-zA-Z_:][\w:]*|=~|!~|!=|==|<=|>=|[-+*/<>=(){}[\],])/y;
const comparators: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
};
const aggregations: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
};
const secondsPer: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

class Parser {
  readonly #expression: string;
  readonly #scraped: ScrapedSeries;
  readonly #at: number;
  readonly #tokens: string[] = [];

  constructor(expression: string, scraped: ScrapedSeries, at: number) {
    this.#expression = expression;
    this.#scraped = scraped;
    this.#at = at;
    token.lastIndex = 0;
    for (let index = 0; index < expression.trimEnd().length; index = token.lastIndex) {
      token.lastIndex = index;
      const found = token.exec(expression)?.[1];
      if (found === undefined) throw this.#unsupported();
      this.#tokens.push(found);
    }
  }

  comparison(): Value {
    const left = this.#product();
    const compare = comparators[this.#tokens[0] ?? ''];
    if (compare === undefined) return left;
    this.#tokens.shift();
    const right = this.#product();
    if (typeof left === 'number') throw this.#unsupported();
    // Two series match if they have the same labels.
    const others = typeof right === 'number' ? [] : right;
    const values = new Map(others.map(({ labels, value }) => [keyOf('', labels), value]));
    return left.filter(({ labels, value }) => {
      const other = typeof right === 'number' ? right : values.get(keyOf('', labels));
      return other !== undefined && compare(value, other);
    });
  }

  end(): void {
    if (this.#tokens.length > 0) throw this.#unsupported();
  }

  #product(): Value {
    const left = this.#term();
    if (!this.#accept('*')) return left;
    const right = this.#product();
    if (typeof left === 'number') return typeof right === 'number' ? left * right : scaled(right, left);
    if (typeof right === 'number') return scaled(left, right);
    throw this.#unsupported();
  }

  #term(): Value {
    const first = this.#next();
    if (/^\d/.test(first)) return Number(first);
    if (first === '(') {
      const inner = this.comparison();
      this.#expect(')');
      return inner;
    }
    const aggregate = aggregations[first];
    if (aggregate !== undefined) return this.#aggregation(aggregate);
    if (first === 'increase' || first === 'rate') {
      this.#expect('(');
      const { ranges, windowMs } = this.#range();
      this.#expect(')');
      const end = this.#at;
      const increases = ranges.flatMap((series) => increaseOf(series, end - windowMs, end));
      return first === 'increase' ? increases : scaled(increases, 1000 / windowMs);
    }
    if (first === 'histogram_quantile') {
      this.#expect('(');
      const quantile = Number(this.#next());
      this.#expect(',');
      const buckets = this.comparison();
      this.#expect(')');
      if (typeof buckets === 'number') throw this.#unsupported();
      return quantileOf(quantile, buckets);
    }
    if (!/^\w/.test(first)) throw this.#unsupported();
    return this.#scraped.latest(first, this.#at).filter(this.#matcher());
  }

  #aggregation(aggregate: (values: number[]) => number): Sample[] {
    const names: string[] = [];
    if (this.#accept('by')) {
      this.#expect('(');
      while (!this.#accept(')')) if (!this.#accept(',')) names.push(this.#next());
    }
    this.#expect('(');
    const inner = this.comparison();
    this.#expect(')');
    if (typeof inner === 'number') throw this.#unsupported();
    const groups = Map.groupBy(inner, ({ labels }) => JSON.stringify(names.map((name) => labels[name] ?? '')));
    return [...groups.values()].map((group) => ({
      name: '',
      labels: Object.fromEntries(names.map((name) => [name, group[0]?.labels[name] ?? ''])),
      value: aggregate(group.map(({ value }) => value)),
    }));
  }

  #range(): { ranges: Series[]; windowMs: number } {
    const name = this.#next();
    const matches = this.#matcher();
    this.#expect('[');
    const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(this.#next()) ?? [];
    this.#expect(']');
    const windowMs = Number(count) * (secondsPer[unit] ?? Number.NaN) * 1000;
    if (Number.isNaN(windowMs)) throw this.#unsupported();
    return { ranges: this.#scraped.range(name, this.#at - windowMs, this.#at).filter(matches), windowMs };
  }

  #matcher(): (series: Pick<Sample, 'labels'>) => boolean {
    const conditions: ((labels: Sample['labels']) => boolean)[] = [];
    if (!this.#accept('{')) return () => true;
    while (!this.#accept('}')) {
      if (this.#accept(',')) continue;
      const name = this.#next();
      const operator = this.#next();
      const wanted: unknown = JSON.parse(this.#next());
      const isMatch = (value: string) =>
        operator.endsWith('~') ? new RegExp(`^(?:${String(wanted)})$`).test(value) : value === wanted;
      if (!['=', '!=', '=~', '!~'].includes(operator)) throw this.#unsupported();
      conditions.push((labels) => isMatch(labels[name] ?? '') !== operator.startsWith('!'));
    }
    return ({ labels }) => conditions.every((holds) => holds(labels));
  }

  #next(): string {
    const next = this.#tokens.shift();
    if (next === undefined) throw this.#unsupported();
    return next;
  }

  #accept(wanted: string): boolean {
    if (this.#tokens[0] !== wanted) return false;
    this.#tokens.shift();
    return true;
  }

  #expect(wanted: string): void {
    if (!this.#accept(wanted)) throw this.#unsupported();
  }

  #unsupported(): Error {
    return new Error(`not PromQL that this test knows, before "${this.#tokens.join(' ')}": ${this.#expression}`);
  }
}

function scaled(samples: readonly Sample[], factor: number): Sample[] {
  return samples.map((sample) => ({ ...sample, value: sample.value * factor }));
}
