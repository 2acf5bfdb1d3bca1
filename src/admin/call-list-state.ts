import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminCall, CallFilter } from '../protocol/admin/calls.ts';
import { type CallScope, type CallView, readCallView, writeCallView } from './call-view-address.ts';
import { createRecordListState, type RecordListState, requestPage } from './record-list-state.ts';
import type { AddressedView } from './section-address.ts';
import type { Session } from './session.ts';

export type { CallScope, CallView } from './call-view-address.ts';

/** The list of calls: planned ones by their time, all others newest first. */
export type CallListState = RecordListState<AdminCall, CallView> &
  AddressedView & {
    /** If set, only calls of this form, page, variant and time are listed, or only those that were answered. */
    scope: ReadonlySignal<CallScope>;
    /** Changes the scope; undefined removes a part of it. */
    narrow(scope: { [Name in keyof CallScope]: CallScope[Name] | undefined }): Promise<void>;
    /** Lists the calls of this scope only, in any state. */
    showScope(scope: CallScope): Promise<void>;
  };

export function createCallListState(session: Session): CallListState {
  const scope = signal<CallScope>({});
  const list = createRecordListState<AdminCall, CallView>({
    async loadPage(state, before) {
      const shown: CallFilter = state === 'missed' ? { missed: 'true' } : { ...(state !== undefined && { state }) };
      const filter = { ...scope.peek(), ...shown };
      const page = await requestPage(session, (client) => client.calls(filter, before));
      return page && { items: page.calls, next: page.next };
    },
    sort: (calls, view) => (view === 'planned' ? calls.toSorted(byPlannedTime) : calls),
  });
  return {
    ...list,
    scope,
    async narrow(change) {
      const entries = Object.entries({ ...scope.peek(), ...change }).filter(([, value]) => value !== undefined);
      scope.value = Object.fromEntries(entries);
      await list.load();
    },
    async showScope(shown) {
      // One place to go back from.
      batch(() => {
        scope.value = shown;
        list.chooseView('all');
      });
      await list.load();
    },
    address: computed(() => writeCallView(list.view.value, scope.value)),
    readAddress(query) {
      const { view, scope: named } = readCallView(query);
      batch(() => {
        list.chooseView(view);
        scope.value = named;
      });
    },
    tidyAddress(query) {
      const { view, scope: named } = readCallView(query);
      return writeCallView(view, named);
    },
    clear() {
      batch(() => {
        scope.value = {};
        list.clear();
      });
    },
  };
}

function byPlannedTime(a: AdminCall, b: AdminCall): number {
  return (a.plannedAt ?? '').localeCompare(b.plannedAt ?? '');
}
