import { shareLoad } from '../../shared-load.ts';

export type ReportError = (code: string, message: string) => void;

/** Reports what `find` returns. */
export type ReportProblems = (code: string, find: (problems: typeof import('./problems.ts')) => string[]) => void;

/** Reports mistakes of the host page, each once and in their order. */
export function createProblemReporter(reportError: ReportError): ReportProblems {
  const reported = new Set<string>();
  const { load } = shareLoad(() => import('./problems.ts'));
  let previous = Promise.resolve();

  async function report(...[code, find]: Parameters<ReportProblems>): Promise<void> {
    try {
      for (const problem of find(await load())) {
        if (!reported.has(problem)) reportError(code, problem);
        reported.add(problem);
      }
    } catch (error) {
      reportError(code, `[leadchat] something is wrong here, but its description failed to load: ${error}`);
    }
  }

  return (code, find) => {
    // One after the other: browsers may settle two imports of one module in any order.
    previous = previous.then(() => report(code, find));
  };
}
