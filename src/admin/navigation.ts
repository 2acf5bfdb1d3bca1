import { batch, type ReadonlySignal, signal } from '@preact/signals';

/** The page's address after `#`, such as `/settings/words`. */
export type AddressBar = {
  read(): string;
  write(path: string): void;
  /** The same, in place of the address that is there. */
  replace(path: string): void;
  /** Called when the operator goes back or forward, follows a link, or types another address. */
  listen(listener: () => void): void;
};

export function createAddressBar({ location, history }: Pick<Window, 'location' | 'history'>): AddressBar {
  return {
    read: () => location.hash.slice(1),
    write: (path) => history.pushState(null, '', `${location.pathname}${location.search}#${path}`),
    replace: (path) => history.replaceState(null, '', `${location.pathname}${location.search}#${path}`),
    listen: (listener) => addEventListener('hashchange', listener),
  };
}

/** For tests, and for a dashboard within another page. */
export function createMemoryAddressBar(path = ''): AddressBar {
  let current = path;
  const write = (next: string) => {
    current = next;
  };
  return {
    read: () => current,
    write,
    replace: write,
    listen: () => {},
  };
}

/** Where the operator is in the dashboard: the address is the one owner of it. */
export type Navigation = {
  /** The parts of the address: `['settings', 'words']`. */
  path: ReadonlySignal<readonly string[]>;
  /** What follows after `?`: `state=refused&search=ada`. */
  query: ReadonlySignal<string>;
  /** Where the operator wants to go, until they have said what happens to changes that are not saved. */
  pending: ReadonlySignal<string | null>;
  goTo(path: string): void;
  /** Changes the address to what is shown already, such as while somebody types a search. */
  follow(path: string): void;
  /** Goes to `pending`. */
  leave(): void;
  stay(): void;
};

/** `mayLeave`: whether nothing would be lost on the way to another place. */
export function createNavigation(
  address: AddressBar,
  mayLeave: (from: readonly string[], to: readonly string[]) => boolean,
): Navigation {
  const path = signal(partsOf(address.read()));
  const query = signal(queryOf(address.read()));
  const pending = signal<string | null>(null);
  const open = (next: string) =>
    batch(() => {
      path.value = partsOf(next);
      query.value = queryOf(next);
    });

  address.listen(() => {
    const next = address.read();
    if (mayLeave(path.peek(), partsOf(next))) {
      open(next);
      return;
    }
    address.write(`/${path.peek().map(encodeURIComponent).join('/')}`);
    pending.value = next;
  });

  return {
    path,
    query,
    pending,
    follow(next) {
      address.replace(next);
      open(next);
    },
    goTo(next) {
      if (!mayLeave(path.peek(), partsOf(next))) {
        pending.value = next;
        return;
      }
      if (address.read() !== next) address.write(next);
      open(next);
    },
    leave() {
      const next = pending.peek();
      pending.value = null;
      if (next === null) return;
      address.write(next);
      open(next);
    },
    stay() {
      pending.value = null;
    },
  };
}

function queryOf(path: string): string {
  return /\?(.*)$/s.exec(path)?.[1] ?? '';
}

function partsOf(path: string): readonly string[] {
  return path
    .replace(/\?.*$/s, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
}

/** Anyone can type an address: what is no encoding stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
