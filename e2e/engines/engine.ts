/** A running browser engine with its driver. */
export interface Engine {
  readonly name: string;
  /**
   * Whether the back/forward cache accepts a page that releases its socket and its lock only on `pagehide`. Firefox
   * decides earlier: it reloads a page that held a socket or a lock when the visitor left.
   */
  readonly cachesLivePages: boolean;
  /** Opens a browser with empty storage, as for a new visitor. */
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export type VisitOptions = {
  /** `blocked`: the browser denies pages all storage. @default "allowed" */
  storage?: 'allowed' | 'blocked';
};

/** One visitor's browser. */
export interface Visit {
  newTab(): Promise<Tab>;
  /** Takes the browser offline and back online. Undefined if this system cannot do that. */
  readonly setOnline: ((online: boolean) => Promise<void>) | undefined;
  close(): Promise<void>;
}

export type KeyName = 'Tab' | 'Enter' | 'Escape';

/** A page in a separate tab. It finds elements by role and name, through open shadow roots. */
export interface Tab {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Clicks with a pointer, once the element is visible and no longer moves. */
  click(role: Role, name: string): Promise<void>;
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>;
  press(key: KeyName): Promise<void>;
  evaluate<Result>(script: (...texts: string[]) => Result, ...texts: string[]): Promise<Result>;
  /** Runs a script on a visible element; undefined without such an element. */
  read<Result>(role: Role, name: string, script: (element: HTMLElement) => Result): Promise<Result | undefined>;
  close(): Promise<void>;
}

export type Role = 'button' | 'dialog' | 'log' | 'textbox' | 'region' | 'radio' | 'checkbox';
