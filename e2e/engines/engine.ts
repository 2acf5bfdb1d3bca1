/** A browser engine with its driver: what is needed to start it, and the visitors who use it. */
export interface Engine {
  readonly name: string;
  /**
   * Whether the back/forward cache takes a page that lets go of its socket and its lock only when it is left. Firefox
   * decides before: a page that has any of them when the visitor leaves is loaded anew on coming back.
   */
  readonly cachesLivePages: boolean;
  /** A browser as a new visitor has it: nothing stored. */
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export type VisitOptions = {
  /** `blocked`: the browser itself keeps pages from storing anything. @default "allowed" */
  storage?: 'allowed' | 'blocked';
};

/** One visitor's browser. */
export interface Visit {
  newTab(): Promise<Tab>;
  /** Takes the browser off the network, and puts it back. Undefined where nothing here can do that. */
  readonly setOnline: ((online: boolean) => Promise<void>) | undefined;
  close(): Promise<void>;
}

export type KeyName = 'Tab' | 'Enter' | 'Escape';

/** A page in a tab of its own. Elements are found by role and name, through open shadow roots. */
export interface Tab {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Clicks with a pointer, once the element is there and stands still. */
  click(role: Role, name: string): Promise<void>;
  /** Types where the focus is, key by key. */
  type(text: string): Promise<void>;
  press(key: KeyName): Promise<void>;
  evaluate<Result>(script: (...texts: string[]) => Result, ...texts: string[]): Promise<Result>;
  /** Reads something of a visible element; undefined when there is none. */
  read<Result>(role: Role, name: string, script: (element: HTMLElement) => Result): Promise<Result | undefined>;
  close(): Promise<void>;
}

export type Role = 'button' | 'dialog' | 'log' | 'textbox';
