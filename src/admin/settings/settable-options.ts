import { fileOnlyOptions } from '../../protocol/file-only-options.ts';
import { groupedOptions, type Option } from '../../schema-form/index.ts';

/** Options that mean something on one page only, or without a proxy. */
const pageOptions = ['target', 'open', 'loadConfig', 'attributes'];

/** The options of the widget that settings may contain, by heading. Each page of settings draws some of them. */
export function settableGroups(): { heading: string; options: Option[] }[] {
  return groupedOptions()
    .map(({ heading, options }) => ({ heading, options: options.filter(isSettable) }))
    .filter(({ options }) => options.length > 0);
}

/** A key of a form replaces the others. */
function isSettable({ name, formKey }: Option): boolean {
  return !fileOnlyOptions.includes(name) && !pageOptions.includes(name) && formKey === undefined;
}
