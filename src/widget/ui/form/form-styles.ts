import fieldStyles from './Field.css?inline';
import formStyles from './LeadForm.css?inline';
import phoneStyles from './PhoneInput.css?inline';

export const formStyleSheet = [formStyles, fieldStyles, phoneStyles].join('\n');
