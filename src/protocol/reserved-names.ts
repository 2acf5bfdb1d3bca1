/** The custom fields that prove when a visitor agreed, and to which text. */
export const consentFields = ['consent_version', 'consent_at', 'consent_locale', 'consent_text_hash'] as const;

/** The custom field that names the values of a lead which a signed token has vouched for. */
export const verifiedFieldsName = 'verified_fields';

/** The custom field that tells that somebody has confirmed a phone which is not known to be in use. */
export const phoneConfirmedName = 'phone_confirmed';

/** The custom fields that tell how the visitor found the chat, and why. */
export const ratingName = 'chat_rating';
export const ratingCommentName = 'chat_rating_comment';

/** Names that the service API or the proxy's custom fields already use, so that no field of a form can have them. */
export const reservedNames: readonly string[] = [
  'lead_id',
  'workflow_id',
  'tags',
  'timezone',
  'created_at',
  'updated_at',
  'page_url',
  ...consentFields,
  verifiedFieldsName,
  phoneConfirmedName,
  ratingName,
  ratingCommentName,
  // Every object has it, also the values of a form that has no such field.
  'constructor',
];
