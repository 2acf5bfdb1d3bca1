export { formAdvice, optionAdvice, type ProblemsByName } from './advice.ts';
export { fieldNamesOf } from './field-names.ts';
export type { Json, JsonObject, JsonSchema } from './json-schema.ts';
export { Description } from './labels.tsx';
export { OptionControl } from './OptionControl.tsx';
export { formOptions, groupedOptions, type Note, type Option } from './option-schemas.ts';
export { timeFor, variantNames, withVariant } from './preview-choices.ts';
export type { Problem } from './problems.tsx';
