/** A method's type, so that listeners may name the detail they expect. */
export type Listener = { listen(detail: unknown): void }['listen'];

/** Listeners of one widget. One that throws disturbs neither the others nor the widget. */
export interface Emitter {
  /** Returns its end. A `once` listener ends by itself. */
  on(name: string, listener: Listener, once?: boolean): () => void;
  off(name: string, listener: Listener): void;
  emit(name: string, detail: unknown): void;
}

export function createEmitter(): Emitter {
  let entries: { name: string; listener: Listener; once: boolean }[] = [];
  const off: Emitter['off'] = (name, listener) => {
    entries = entries.filter((entry) => entry.name !== name || entry.listener !== listener);
  };
  return {
    on(name, listener, once = false) {
      off(name, listener);
      entries.push({ name, listener, once });
      return () => off(name, listener);
    },
    off,
    emit(name, detail) {
      for (const entry of entries) {
        if (entry.name !== name) continue;
        if (entry.once) off(name, entry.listener);
        try {
          entry.listener(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
