export interface Emitter<Events> {
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void;
  clear(): void;
}

/** A listener of the host page that throws is the host page's fault: it is reported there, and nobody else is disturbed. */
export function createEmitter<Events>(report: (error: unknown) => void): Emitter<Events> {
  const listeners: { [Name in keyof Events]?: Set<(detail: Events[Name]) => void> } = {};
  return {
    on(name, listener) {
      const own = listeners[name] ?? new Set();
      listeners[name] = own;
      own.add(listener);
      return () => {
        own.delete(listener);
      };
    },
    emit(name, detail) {
      for (const listener of [...(listeners[name] ?? [])]) {
        try {
          listener(detail);
        } catch (error) {
          report(error);
        }
      }
    },
    clear() {
      for (const name in listeners) delete listeners[name];
    },
  };
}
