import { describe, expect, it } from 'vitest';
import { createNavigation } from '../../src/admin/navigation.ts';
import { fakeAddressBar } from './fake-address-bar.ts';

const always = () => true;

describe('the address of the dashboard', () => {
  it('names the place, also in other scripts, and whatever somebody typed', () => {
    const { bar, type } = fakeAddressBar('/settings/forms/pr%C3%AFx?x=1');
    const { path } = createNavigation(bar, always);
    expect(path.value).toEqual(['settings', 'forms', 'prïx']);
    type('//leads/100%/');
    expect(path.value).toEqual(['leads', '100%']);
    type('');
    expect(path.value).toEqual([]);
  });

  it('changes with the place, once, and goes back', () => {
    const { bar, back } = fakeAddressBar('/leads');
    const navigation = createNavigation(bar, always);
    navigation.goTo('/settings/look');
    navigation.goTo('/settings/look');
    expect([bar.read(), navigation.path.value]).toEqual(['/settings/look', ['settings', 'look']]);
    back();
    expect([bar.read(), navigation.path.value]).toEqual(['/leads', ['leads']]);
  });

  it('asks before changes are left, by a link, by "back" and by a typed address', () => {
    const { bar, back, type } = fakeAddressBar('/leads');
    let hasChanges = false;
    const navigation = createNavigation(bar, ([from], [to]) => from !== 'settings' || to === 'settings' || !hasChanges);
    navigation.goTo('/settings/words');
    hasChanges = true;
    navigation.goTo('/settings/look');
    expect(navigation.pending.value).toBeNull();
    navigation.goTo('/calls');
    expect([navigation.pending.value, bar.read()]).toEqual(['/calls', '/settings/look']);
    navigation.stay();
    for (const leave of [() => type('/conversion'), () => back()]) {
      leave();
      expect([navigation.path.value, bar.read()]).toEqual([['settings', 'look'], '/settings/look']);
      expect(navigation.pending.value).toBe('/conversion');
      navigation.stay();
    }
    navigation.goTo('/calls');
    navigation.leave();
    expect([navigation.path.value, bar.read(), navigation.pending.value]).toEqual([['calls'], '/calls', null]);
  });
});
