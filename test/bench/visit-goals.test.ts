import { expect, it } from 'vitest';
import { Samples } from '../../bench/samples.ts';
import { columns, times } from '../../bench/visit/columns.ts';
import { visitGoals } from '../../bench/visit/visit-goals.ts';
import { visited } from '../../bench/visit/visited-names.ts';

it('a visit is compared with the page without the chat, and with the lightest peer', () => {
  const traffic = new Samples();
  traffic.add(visited.anonymous, columns.bytes.name, 60);
  traffic.add(visited.react, columns.loadBytes.name, 50);
  traffic.add(visited.react, columns.loadRequests.name, 2);
  traffic.add(visited.inReact, columns.bytes.name, 125);
  traffic.add(visited.inReact, columns.requests.name, 9);
  traffic.add('heavy', columns.bytes.name, 200);
  traffic.add('light', columns.bytes.name, 100);
  const phone = new Samples();
  phone.add(visited.form, times.form.name, 700);
  const controls = { hosts: [], field: '', send: '', log: '' };
  const peer = (name: string) => ({ name, path: name, controls, body: () => '' });
  const goals = visitGoals(traffic, phone, ['heavy', 'light', 'failed'].map(peer));
  const measured = (goal: string) => goals.find(({ name }) => name === goal)?.value;
  expect(measured('added to a React application')).toBe(75);
  expect(measured('requests added to a React application')).toBe(7);
  expect(measured('bytes until answered, relative to the lightest peer')).toBe(0.6);
  expect(measured('phone: tap → form usable')).toBe(700);
  expect(measured('phone: tap → text box')).toBeNull();
});
