import { type JsonObject, type JsonSchema, problemsAt, withProperty } from '../../schema-form/index.ts';
import { EntryOptions } from '../entry-options.tsx';
import { NumberField, PlainField } from '../forms/text-field.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useStable } from '../use-stable.ts';
import type { ShownVariant } from './experiment-values.ts';

/** The keys of a variant that are no options of the widget. */
export const variantKeys = ['name', 'weight'];
/** Of an experiment or a variant. */
export const maxNameLength = 40;

/** A name may have no spaces, which people type. */
export function withoutSpaces(name = ''): string {
  return name.replaceAll(/\s+/g, '-');
}

type VariantFieldsProps = {
  settings: SettingsState;
  read: () => ShownVariant;
  number: number;
  /** Percent of the visitors who get it. */
  share: number | undefined;
  /** What a variant may set. */
  schema: Readonly<Record<string, JsonSchema>>;
  /** The options that the experiment tries. */
  tried: readonly string[];
  /** Somebody edits it. */
  onFocus: (name: string) => void;
  onChange: (next: JsonObject) => void;
  /** Undefined: two are the fewest. */
  onRemove: (() => void) | undefined;
};

/** One of the versions that visitors get, and how many get it. */
export function VariantFields(props: VariantFieldsProps) {
  const { settings, read, number, share, schema, tried, onFocus, onChange, onRemove } = props;
  const { variant, problems } = useStable(read, [settings]);
  const { name, weight, ...values } = variant;
  const shown = typeof name === 'string' ? name : '';
  return (
    <fieldset class="variant" onFocusIn={() => onFocus(shown)}>
      <legend>
        {shown === '' ? `Variant ${number}` : shown} · {share} % of visitors
      </legend>
      <PlainField
        label="Name of the variant"
        value={name}
        maxLength={maxNameLength}
        problems={problemsAt(problems, 'name')}
        onChange={(next) => onChange({ ...variant, name: withoutSpaces(next) })}
      />
      <EntryOptions
        settings={settings}
        schema={schema}
        ownKeys={variantKeys}
        always={tried}
        backWords="As it is now"
        values={values}
        problems={problems}
        onChange={(next) => onChange({ name: name ?? '', ...(weight !== undefined && { weight }), ...next })}
      />
      <NumberField
        label="Share, compared with the others"
        placeholder="1"
        value={weight}
        problems={problemsAt(problems, 'weight')}
        onChange={(next) => onChange(withProperty(variant, 'weight', next))}
      />
      {onRemove !== undefined && (
        <button type="button" class="quiet reset" onClick={onRemove}>
          Remove<span class="visually-hidden"> the variant {shown}</span>
        </button>
      )}
    </fieldset>
  );
}
