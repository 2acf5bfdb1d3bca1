import { useContext, useId, useState } from 'preact/hooks';
import {
  ChoiceField,
  ChoicesField,
  type EditorProps,
  JsonField,
  NumberField,
  SwitchField,
  TextField,
} from './fields.tsx';
import type { Json, JsonSchema } from './json-schema.ts';
import { Description, itemOf, Label, Legend } from './labels.tsx';
import { EntryAdded, NewKeyField } from './NewKeyField.tsx';
import { PictureField } from './PictureField.tsx';
import { describedBy, ProblemTexts, problemsAt, problemsBeside } from './problems.tsx';
import {
  emptyValue,
  hasObject,
  isByLanguage,
  isShapeOf,
  objectValue,
  withoutLanguages,
  withProperty,
} from './schema-values.ts';
import { VariantSelect } from './VariantSelect.tsx';

/** A control for any value that a JSON Schema describes: a field, a switch, a list, or a group of these. */
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
      return schema.isPicture ? <PictureField {...props} /> : <TextField {...props} />;
    default:
      return <JsonField {...props} />;
  }
}

function ListEditor({
  label,
  schema,
  value,
  problems,
  onChange,
  itemSchema,
}: EditorProps & { itemSchema: JsonSchema }) {
  const id = useId();
  const onAdd = useContext(EntryAdded);
  const items = Array.isArray(value) ? value : [];
  const change = (next: Json[]) => onChange(next.length === 0 ? undefined : next);
  const own = problemsBeside(problems, Object.keys(items));
  return (
    <fieldset class="group" aria-labelledby={id} {...describedBy(id, own)}>
      <Legend id={id} name={label} />
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item's place is its identity
        <div class="list-item" key={index}>
          <SchemaEditor
            label={`${label} ${index + 1}`}
            schema={itemSchema}
            value={item}
            problems={problemsAt(problems, index)}
            onChange={(next) => change(items.map((old, at) => (at === index ? (next ?? emptyValue(itemSchema)) : old)))}
          />
          <span class="item-buttons">
            <button type="button" class="small-button" onClick={() => change(items.filter((_, at) => at !== index))}>
              Remove {itemOf(label)} {index + 1}
            </button>
            {index > 0 && (
              <button type="button" class="small-button" onClick={() => change(withItemUp(items, index))}>
                Move up
                <span class="visually-hidden">
                  {' '}
                  {itemOf(label)} {index + 1}
                </span>
              </button>
            )}
          </span>
        </div>
      ))}
      <button
        type="button"
        class="small-button"
        disabled={items.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY)}
        onClick={() => {
          onAdd();
          change([...items, emptyValue(itemSchema)]);
        }}
      >
        Add to {label}
      </button>
      {value === undefined && Array.isArray(schema.default) && schema.default.length > 0 && (
        <button type="button" class="small-button" onClick={() => onChange(schema.default)}>
          Start from the default {label}
        </button>
      )}
      <ProblemTexts id={id} problems={own} value={value} />
    </fieldset>
  );
}

/** The order matters: fields are shown in it, and the first page, trigger or route that fits applies. */
function withItemUp(items: readonly Json[], index: number): Json[] {
  const moved = items.slice(index, index + 1);
  return [...items.slice(0, index - 1), ...moved, ...items.slice(index - 1, index), ...items.slice(index + 1)];
}

function ObjectEditor({
  label,
  schema: { shownProperties },
  value,
  problems,
  onChange,
  properties,
}: EditorProps & { properties: Record<string, JsonSchema> }) {
  const id = useId();
  const current = objectValue(value);
  const change = (next: Record<string, Json>) => onChange(Object.keys(next).length === 0 ? undefined : next);
  /** Properties that the user has chosen, and may not have set yet. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = (name: string) =>
    shownProperties === undefined ||
    shownProperties.includes(name) ||
    added.includes(name) ||
    Object.hasOwn(current, name) ||
    problemsAt(problems, name).length > 0;
  const shown = Object.entries(properties).filter(([name, property]) => property.const === undefined && isShown(name));
  const own = problemsBeside(
    problems,
    shown.map(([name]) => name),
  );
  return (
    <fieldset class="group" aria-labelledby={id} {...describedBy(id, own)}>
      <Legend id={id} name={label} />
      <ProblemTexts id={id} problems={own} value={value} />
      {shown.map(([name, property]) => (
        <div key={name}>
          <SchemaEditor
            label={name}
            schema={property}
            value={current[name]}
            problems={problemsAt(problems, name)}
            onChange={(next) => change(withProperty(current, name, next))}
          />
          <Description schema={property} />
        </div>
      ))}
      {shownProperties !== undefined && (
        <PropertySelect
          label={label}
          names={Object.keys(properties).filter((name) => !isShown(name))}
          onAdd={(name) => setAdded([...added, name])}
        />
      )}
    </fieldset>
  );
}

/** Adds the control of a property that is not shown yet. */
function PropertySelect({ label, names, onAdd }: { label: string; names: string[]; onAdd: (name: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Another option of {label}</label>
      <select id={id} value="" onChange={({ currentTarget }) => onAdd(currentTarget.value)}>
        <option value="">Choose…</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function RecordEditor({
  label,
  schema,
  value,
  problems,
  onChange,
  valueSchema,
}: EditorProps & { valueSchema: JsonSchema }) {
  const id = useId();
  const current = objectValue(value);
  const choices = schema.propertyNames?.oneOf;
  // A text of one language needs no choice of languages, unless it has some already.
  const entrySchema =
    isByLanguage(schema) && !Object.values(current).some(hasObject) ? withoutLanguages(valueSchema) : valueSchema;
  const own = problemsBeside(problems, Object.keys(current));
  return (
    <fieldset class="group" aria-labelledby={id} {...describedBy(id, own)}>
      <Legend id={id} name={label} />
      <ProblemTexts id={id} problems={own} value={value} />
      {Object.entries(current).map(([key, entry]) => (
        <div class="list-item" key={key}>
          <SchemaEditor
            label={key}
            schema={entrySchema}
            value={entry}
            problems={problemsAt(problems, key)}
            onChange={(next) => onChange({ ...current, [key]: next ?? emptyValue(entrySchema) })}
          />
          <Replaced text={choices?.find((choice) => choice.const === key)?.title} />
          <button type="button" class="small-button" onClick={() => onChange(withProperty(current, key, undefined))}>
            Remove {key}
          </button>
        </div>
      ))}
      <NewKeyField
        label={label}
        schema={schema}
        usedKeys={Object.keys(current)}
        onAdd={(key) => onChange({ ...current, [key]: emptyValue(entrySchema) })}
      />
    </fieldset>
  );
}

/** Shows the text that an entry replaces. */
function Replaced({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p class="hint">Instead of “{text}”</p>;
}

/** A value with one of several shapes. Choosing another shape starts with its empty value. */
function VariantEditor({ label, value, problems, onChange, variants }: EditorProps & { variants: JsonSchema[] }) {
  const id = useId();
  const current = variants.findIndex((variant) => isShapeOf(value, variant));
  const schema = variants[current];
  if (variants[0]?.type === 'string') {
    return <TextOrOther {...{ label, value, problems, onChange, variants, current }} />;
  }
  return (
    <div class="variant">
      <div class="field">
        <Label control={id} name={label} />
        <VariantSelect id={id} current={current} variants={variants} onChange={onChange}>
          <option value="-1">default</option>
        </VariantSelect>
        {schema === undefined && <ProblemTexts id={id} problems={problems} value={value} />}
      </div>
      {schema !== undefined && (
        <SchemaEditor label={label} schema={schema} value={value} problems={problems} onChange={onChange} />
      )}
    </div>
  );
}

/** A text, or another shape that the option accepts. The text comes first, because most users need only that. */
function TextOrOther({
  label,
  value,
  problems,
  onChange,
  variants,
  current,
}: Omit<EditorProps, 'schema'> & { variants: JsonSchema[]; current: number }) {
  const id = useId();
  const shown = Math.max(current, 0);
  return (
    <div class="variant">
      <SchemaEditor
        label={label}
        schema={variants[shown] ?? {}}
        value={value}
        problems={problems}
        onChange={onChange}
      />
      <div class="field">
        <label for={id}>{variants.some(isByLanguage) ? `Languages of ${label}` : `Kind of ${label}`}</label>
        <VariantSelect id={id} current={shown} variants={variants} onChange={onChange} />
      </div>
    </div>
  );
}
