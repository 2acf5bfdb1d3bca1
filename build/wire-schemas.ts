import type * as z from 'zod';
import * as adminCalls from '../src/protocol/admin/calls.ts';
import * as adminFunnel from '../src/protocol/admin/funnel.ts';
import * as adminLeads from '../src/protocol/admin/leads.ts';
import * as adminOperator from '../src/protocol/admin/operator.ts';
import * as adminOverview from '../src/protocol/admin/overview.ts';
import * as adminRatings from '../src/protocol/admin/ratings.ts';
import * as adminReceivers from '../src/protocol/admin/receivers.ts';
import * as adminSettings from '../src/protocol/admin/settings.ts';
import * as adminStart from '../src/protocol/admin/start.ts';
import * as adminWebhooks from '../src/protocol/admin/webhooks.ts';
import * as errors from '../src/protocol/proxy/errors.ts';
import * as funnel from '../src/protocol/proxy/funnel.ts';
import * as publicConfig from '../src/protocol/proxy/public-config.ts';
import * as rating from '../src/protocol/proxy/rating.ts';
import * as requests from '../src/protocol/proxy/requests.ts';
import * as responses from '../src/protocol/proxy/responses.ts';

/** What the files of the proxy's API export, by name: an operation of the API names its schemas. */
export const wire = {
  ...adminCalls,
  ...adminFunnel,
  ...adminLeads,
  ...adminOperator,
  ...adminOverview,
  ...adminRatings,
  ...adminReceivers,
  ...adminSettings,
  ...adminStart,
  ...adminWebhooks,
  ...errors,
  ...funnel,
  ...publicConfig,
  ...rating,
  ...requests,
  ...responses,
};

/** A schema by the name under which src/protocol exports it. */
export type SchemaName = {
  [Name in keyof typeof wire]: (typeof wire)[Name] extends z.core.$ZodType ? Name : never;
}[keyof typeof wire];
