/** The name of an experiment, or of a variant. It can be a part of the name of a lead's custom field. */
export const experimentName = /^[a-z0-9][\w-]{0,39}$/i;
