import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { EditorProps } from './fields.tsx';
import type { JsonSchema } from './json-schema.ts';
import { EntryAdded } from './NewKeyField.tsx';
import { emptyValue, isByLanguage, nameOf } from './schema-values.ts';

type VariantSelectProps = Pick<EditorProps, 'onChange'> & {
  id: string;
  /** Index of the chosen variant. */
  current: number;
  variants: JsonSchema[];
  /** Options before the variants. */
  children?: ComponentChildren;
};

/** Chooses the shape of a value, which starts empty. */
export function VariantSelect({ id, current, variants, onChange, children }: VariantSelectProps) {
  const onEntryAdded = useContext(EntryAdded);
  const isLocalized = variants.some(isByLanguage);
  return (
    <select
      id={id}
      value={String(current)}
      onChange={({ currentTarget }) => {
        const next = variants[Number(currentTarget.value)];
        onEntryAdded();
        onChange(next === undefined ? undefined : emptyValue(next));
      }}
    >
      {children}
      {variants.map((variant, index) => (
        <option key={nameOf(variant)} value={String(index)}>
          {isLocalized && !isByLanguage(variant) ? `${nameOf(variant)} for all languages` : nameOf(variant)}
        </option>
      ))}
    </select>
  );
}
