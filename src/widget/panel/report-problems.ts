import { shareLoad } from '../../shared-load.ts';

export type ReportError = (code: string, message: string) => void;

export type ReportFailure = (error: unknown) => void;

/** Reports what `find` returns. */
export type ReportProblems = (code: string, find: (problems: typeof import('./problems.ts')) => string[]) => void;

/**
 * Reports that a part could not be loaded, once for each request: all that share its failure get the same error, and a page may answer
 * with a change that asks for the part again.
 */
export function createFailureReporter(reportError: ReportError): ReportFailure {
  const reported = new WeakSet();
  return (error) => {
    // An error is an object, and stays the same one.
    const failure = Object(error);
    if (reported.has(failure)) return;
    reported.add(failure);
    reportError('load-failed', `[leadchat] ${error}`);
  };
}

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
