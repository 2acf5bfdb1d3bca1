import { expect, it } from 'vitest';
import { formField } from '../../src/protocol/form.ts';
import { questionKinds } from '../../src/schema-form/index.ts';

// A type without them could be written into a file, and not be chosen in the dashboard or the configurator.
it('has words for every type of field: src/schema-form/question-kinds.ts', () => {
  const types = formField.shape.type.def.innerType.options;
  expect(questionKinds.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
});
