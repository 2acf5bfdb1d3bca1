const importLeads = () => import('./leads.ts');

export type LeadsModule = Awaited<ReturnType<typeof importLeads>>;

export type LeadsLoader = {
  /** Undefined until it has come. A chat with it is created at once; an `import()` would wait for other tasks of the browser. */
  loaded(): LeadsModule | undefined;
  load(): Promise<LeadsModule>;
};

/** Loads the code for leads. A failed load is not repeated, but the next one tries again. */
export function createLeadsLoader(importModule: () => Promise<LeadsModule> = importLeads): LeadsLoader {
  let loaded: LeadsModule | undefined;
  return {
    loaded: () => loaded,
    async load() {
      loaded = await importModule();
      return loaded;
    },
  };
}
