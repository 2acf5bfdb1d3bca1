import * as z from 'zod';

/** A page that uses zod itself, with settings of its own. */
Object.assign(window, { pageZod: z });
