import { atMost, type Goal } from '../report.ts';
import type { Column, Samples } from '../samples.ts';
import type { Subject } from '../widget/subject.ts';
import { columns, times } from './columns.ts';
import { visited } from './visited-names.ts';

/** What a visit may cost: its times on the phone, and what is loaded on either device. */
export function visitGoals(traffic: Samples, phone: Samples, peers: readonly Subject[]): Goal[] {
  const ms = (name: string, column: Column) => phone.median(name, column.name);
  const of = (name: string, column: Column) => traffic.median(name, column.name) ?? Number.NaN;
  const lightest = Math.min(
    ...peers.map(({ name }) => traffic.median(name, columns.bytes.name) ?? Number.POSITIVE_INFINITY),
  );
  const { anonymous, form, preloaded, react, inReact } = visited;
  return [
    atMost(750, 'phone: tap → form usable', ms(form, times.form), 'ms'),
    atMost(550, 'phone: tap → text box', ms(anonymous, times.text), 'ms'),
    atMost(600, 'phone: form sent → first answer', ms(form, times.afterForm), 'ms'),
    atMost(150, 'phone: tap → form usable, with `preload` "idle"', ms(preloaded, times.form), 'ms'),
    atMost(6.5, 'page load', of(anonymous, columns.loadBytes), 'kB'),
    atMost(60, 'until answered, anonymous', of(anonymous, columns.bytes), 'kB'),
    atMost(4, 'requests until answered, anonymous', of(anonymous, columns.requests), ''),
    atMost(82, 'until answered, with the form', of(form, columns.bytes), 'kB'),
    atMost(6, 'requests until answered, with the form', of(form, columns.requests), ''),
    atMost(70, 'added to a React application', of(inReact, columns.bytes) - of(react, columns.loadBytes), 'kB'),
    atMost(
      8,
      'requests added to a React application',
      of(inReact, columns.requests) - of(react, columns.loadRequests),
      '',
    ),
    atMost(0.5, 'bytes until answered, relative to the lightest peer', of(anonymous, columns.bytes) / lightest, '×'),
  ];
}
