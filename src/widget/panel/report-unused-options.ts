import type { ResolvedOptions } from '../../options/index.ts';
import type { ReportError } from './report-problems.ts';

/** Reports options about a form that have no effect on a new chat. */
export function reportUnusedOptions(options: ResolvedOptions, hasForm: boolean, reportError: ReportError): void {
  const { afterLead, askAfter, away, hours, leadForm = 'required' } = options;
  const option = afterLead === 'thanks' ? 'afterLead' : hours !== undefined && away === 'lead-only' ? 'away' : null;
  if (!hasForm && option !== null) {
    reportError('bad-option', `[leadchat] option \`${option}\` has no effect: this chat has no form for the lead.`);
  }
  // A form that is required has come before the chat, and `off` has none to offer.
  if (askAfter === undefined || leadForm === 'later' || leadForm === 'optional') return;
  reportError(
    'bad-option',
    `[leadchat] option \`askAfter\` has no effect with \`leadForm\` "${leadForm}": set it to "later" or "optional".`,
  );
}
