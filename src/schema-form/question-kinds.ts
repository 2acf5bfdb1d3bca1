/** A setting of a question that only some kinds have. */
export type KindSetting =
  | 'options'
  | 'choiceCount'
  | 'range'
  | 'step'
  | 'placeholder'
  | 'maxLength'
  | 'pattern'
  | 'value';

/** A kind of question in words. `type` is that of the schema. */
export type QuestionKind = {
  type: string;
  words: string;
  example: string;
  settings: readonly KindSetting[];
};

/** In the order in which people look for them. */
export const questionKinds: readonly QuestionKind[] = [
  { type: 'text', words: 'Short text', example: 'A line', settings: ['placeholder', 'maxLength', 'pattern'] },
  { type: 'textarea', words: 'Long text', example: 'Some sentences', settings: ['placeholder', 'maxLength'] },
  { type: 'radio', words: 'One choice, as buttons', example: 'All choices in sight', settings: ['options'] },
  { type: 'select', words: 'One choice, from a list', example: 'Saves room', settings: ['options'] },
  { type: 'checkboxes', words: 'Several choices', example: 'As many as fit', settings: ['options', 'choiceCount'] },
  { type: 'checkbox', words: 'Box to tick', example: 'Yes or no', settings: [] },
  { type: 'number', words: 'Number', example: '12 or 2.5', settings: ['range', 'step', 'placeholder'] },
  { type: 'date', words: 'Date', example: 'A day in a calendar', settings: ['range'] },
  { type: 'email', words: 'Email', example: 'name@example.com', settings: ['placeholder', 'maxLength'] },
  { type: 'tel', words: 'Phone number', example: 'In any spelling', settings: ['placeholder', 'pattern'] },
  { type: 'hidden', words: 'Hidden value', example: 'Visitors do not see it', settings: ['value', 'maxLength'] },
];

/** Fields that the service knows by their names, so that each is a question by itself. */
export const knownQuestions: readonly { name: string; type: string; words: string; label?: string }[] = [
  { name: 'first_name', type: 'text', words: 'First name' },
  { name: 'last_name', type: 'text', words: 'Last name' },
  { name: 'email', type: 'email', words: 'Email' },
  // The widget has no words of its own for it.
  { name: 'company', type: 'text', words: 'Company', label: 'Company' },
];

const keysOfSettings: Readonly<Record<KindSetting, readonly string[]>> = {
  options: ['options'],
  choiceCount: ['minChoices', 'maxChoices'],
  range: ['min', 'max'],
  step: ['step'],
  placeholder: ['placeholder'],
  maxLength: ['maxLength'],
  pattern: ['pattern'],
  value: ['value'],
};

export function kindOf(type: string): QuestionKind | undefined {
  return questionKinds.find((kind) => kind.type === type);
}

/** Whether a key of a field means something to a kind. A range of numbers means nothing to a date. */
export function hasKey(type: string, key: string, before = type): boolean {
  if (['name', 'type', 'required', 'label', 'showIf'].includes(key)) return true;
  if ((key === 'min' || key === 'max') && before !== type) return false;
  return kindOf(type)?.settings.some((setting) => keysOfSettings[setting].includes(key)) ?? true;
}
