import * as z from 'zod/mini';
import { formName } from './identifiers.ts';

/** In characters. The token is part of a lead, and a lead has 16 KB. */
export const maxUserTokenLength = 4096;

/** Body of `POST /identity`: asks what a visitor's token says, for the form. */
export const identityRequest = z.strictObject({ form: formName, userToken: z.string() });
