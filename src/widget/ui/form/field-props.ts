import type { FieldValue, LeadForm } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import type { FormField } from '../../../protocol/index.ts';
import type { PhoneTools } from './phone-tools.tsx';

export type FieldProps = { field: FormField; form: LeadForm; translator: Translator; phone: PhoneTools | null };

/** What every input of a field gets. */
export type ControlProps = FieldProps & {
  value: FieldValue;
  attributes: {
    id: string;
    name: string;
    required: boolean;
    autocomplete: AutoFill;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
    onBlur: () => void;
  };
};
