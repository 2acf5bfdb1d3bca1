import { parseJourneyId } from '../../protocol/index.ts';
import { isObject } from './environment.ts';
import { describeFault } from './faults.ts';

/**
 * Faults between one key and another. They read the raw input on their own, so that they are told even when the
 * schema already found something else.
 */
export function crossFieldIssues(input: unknown, dev: boolean): string[] {
  if (!isObject(input)) return [];
  const faults: string[] = [];
  const origins = input.origins;
  if (!dev && Array.isArray(origins) && origins.includes('*')) {
    faults.push(describeFault(['origins'], 'may be * only with --dev; list the pages that may call'));
  }
  const forms = isObject(input.forms) ? input.forms : {};
  for (const [name, form] of Object.entries(forms)) {
    if (isObject(form)) faults.push(...formFaults(['forms', name], form, input.flowId));
  }
  return faults;
}

function formFaults(path: string[], form: Record<string, unknown>, flowId: unknown): string[] {
  const faults: string[] = [];
  const journey = isObject(form.journey) ? form.journey.id : undefined;
  if (typeof journey === 'string' && typeof flowId === 'string') {
    const reading = parseJourneyId(journey, flowId);
    if (!reading.ok && reading.problem === 'flow-id') {
      const problem =
        'is the Flow ID (LEADCHAT_FLOW_ID); give the Journey ID, the UUID after /journey/ in the workspace address';
      faults.push(describeFault([...path, 'journey', 'id'], problem, journey));
    }
  }
  const seen = new Set<unknown>();
  for (const [index, field] of (Array.isArray(form.fields) ? form.fields : []).entries()) {
    const name: unknown = isObject(field) ? field.name : undefined;
    if (name !== undefined && seen.has(name)) {
      faults.push(
        describeFault(
          [...path, 'fields', index, 'name'],
          'is the name of an earlier field too; names are unique in a form',
          name,
        ),
      );
    }
    seen.add(name);
  }
  return faults;
}
