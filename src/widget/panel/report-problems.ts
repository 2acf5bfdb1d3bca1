export type ReportError = (code: string, message: string) => void;

/** Reports what `find` returns. */
export type ReportProblems = (code: string, find: (problems: typeof import('./problems.ts')) => string[]) => void;

/** Reports mistakes of the host page, each once. */
export function createProblemReporter(reportError: ReportError): ReportProblems {
  const reported = new Set<string>();
  return (code, find) => {
    import('./problems.ts').then(
      (problems) => {
        for (const problem of find(problems)) {
          if (!reported.has(problem)) reportError(code, problem);
          reported.add(problem);
        }
      },
      (error) => reportError(code, `[leadchat] something is wrong here, but the description failed to load: ${error}`),
    );
  };
}
