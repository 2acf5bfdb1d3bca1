import { useId, useState } from 'preact/hooks';
import {
  ChoiceField,
  ChoicesField,
  type EditorProps,
  JsonField,
  NumberField,
  SwitchField,
  TextField,
} from './fields.tsx';
import type { Json, OptionSchema } from './option-schemas.ts';
import { emptyValue, isShapeOf, nameOf, objectValue, withProperty } from './schema-values.ts';

/** A control for any value that a JSON Schema describes: a field, a switch, a list, or a group of those. */
export function SchemaEditor(props: EditorProps) {
  const { schema } = props;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return <VariantEditor {...props} variants={variants} />;
  if (schema.enum !== undefined) return <ChoiceField {...props} choices={schema.enum} />;
  switch (schema.type) {
    case 'boolean':
      return <SwitchField {...props} />;
    case 'number':
    case 'integer':
      return <NumberField {...props} />;
    case 'array':
      if (schema.items?.enum !== undefined) return <ChoicesField {...props} choices={schema.items.enum} />;
      return <ListEditor {...props} itemSchema={schema.items ?? {}} />;
    case 'object':
      if (schema.properties !== undefined) return <ObjectEditor {...props} properties={schema.properties} />;
      if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0) {
        return <RecordEditor {...props} valueSchema={schema.additionalProperties} />;
      }
      return <JsonField {...props} />;
    case 'string':
      return <TextField {...props} />;
    default:
      return <JsonField {...props} />;
  }
}

function ListEditor({ label, schema, value, onChange, itemSchema }: EditorProps & { itemSchema: OptionSchema }) {
  const items = Array.isArray(value) ? value : [];
  const change = (next: Json[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <fieldset class="group">
      <legend>{label}</legend>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item's place is its identity
        <div class="list-item" key={index}>
          <SchemaEditor
            label={`${label} ${index + 1}`}
            schema={itemSchema}
            value={item}
            onChange={(next) => change(items.map((old, at) => (at === index ? (next ?? emptyValue(itemSchema)) : old)))}
          />
          <button type="button" class="small" onClick={() => change(items.filter((_, at) => at !== index))}>
            Remove {label} {index + 1}
          </button>
        </div>
      ))}
      <button
        type="button"
        class="small"
        disabled={items.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY)}
        onClick={() => change([...items, emptyValue(itemSchema)])}
      >
        Add to {label}
      </button>
    </fieldset>
  );
}

function ObjectEditor({
  label,
  value,
  onChange,
  properties,
}: EditorProps & { properties: Record<string, OptionSchema> }) {
  const current = objectValue(value);
  return (
    <fieldset class="group">
      <legend>{label}</legend>
      {Object.entries(properties)
        .filter(([, property]) => property.const === undefined)
        .map(([name, property]) => (
          <SchemaEditor
            key={name}
            label={name}
            schema={property}
            value={current[name]}
            onChange={(next) => onChange(withProperty(current, name, next))}
          />
        ))}
    </fieldset>
  );
}

function RecordEditor({ label, value, onChange, valueSchema }: EditorProps & { valueSchema: OptionSchema }) {
  const id = useId();
  const [newKey, setNewKey] = useState('');
  const current = objectValue(value);
  return (
    <fieldset class="group">
      <legend>{label}</legend>
      {Object.entries(current).map(([key, entry]) => (
        <div class="list-item" key={key}>
          <SchemaEditor
            label={key}
            schema={valueSchema}
            value={entry}
            onChange={(next) => onChange({ ...current, [key]: next ?? emptyValue(valueSchema) })}
          />
          <button type="button" class="small" onClick={() => onChange(withProperty(current, key, undefined))}>
            Remove {key}
          </button>
        </div>
      ))}
      <div class="field">
        <label for={id}>New key of {label}</label>
        <span class="field-row">
          <input id={id} value={newKey} onInput={(event) => setNewKey(event.currentTarget.value)} />
          <button
            type="button"
            class="small"
            disabled={newKey === ''}
            onClick={() => {
              onChange({ ...current, [newKey]: emptyValue(valueSchema) });
              setNewKey('');
            }}
          >
            Add to {label}
          </button>
        </span>
      </div>
    </fieldset>
  );
}

/** One of several shapes. Choosing another one starts it empty. */
function VariantEditor({ label, value, onChange, variants }: EditorProps & { variants: OptionSchema[] }) {
  const id = useId();
  const current = variants.findIndex((variant) => isShapeOf(value, variant));
  const schema = variants[current];
  return (
    <div class="variant">
      <div class="field">
        <label for={id}>{label}</label>
        <select
          id={id}
          value={String(current)}
          onChange={({ currentTarget }) => {
            const next = variants[Number(currentTarget.value)];
            onChange(next === undefined ? undefined : emptyValue(next));
          }}
        >
          <option value="-1">default</option>
          {variants.map((variant, index) => (
            <option key={nameOf(variant)} value={String(index)}>
              {nameOf(variant)}
            </option>
          ))}
        </select>
      </div>
      {schema !== undefined && <SchemaEditor label={label} schema={schema} value={value} onChange={onChange} />}
    </div>
  );
}
