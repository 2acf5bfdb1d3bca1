export interface Emitter<Events> {
  /** Returns the function that stops listening. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void;
  clear(): void;
}

/** An emitter for the host page: a listener that throws is reported, and does not stop the others. */
export function createEmitter<Events>(reportError: (error: unknown) => void): Emitter<Events> {
  const listeners: { [Name in keyof Events]?: Set<(detail: Events[Name]) => void> } = {};
  return {
    on(name, listener) {
      const named = listeners[name] ?? new Set();
      listeners[name] = named;
      named.add(listener);
      return () => {
        named.delete(listener);
      };
    },
    emit(name, detail) {
      for (const listener of [...(listeners[name] ?? [])]) {
        try {
          listener(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
    clear() {
      for (const name in listeners) delete listeners[name];
    },
  };
}
