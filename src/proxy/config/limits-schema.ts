import * as z from 'zod';

/** `{ points, seconds }`: at most `points` in a window of `seconds`. `false`: no limit. */
const limitValue = z.union(
  [
    z.literal(false),
    z.strictObject({
      points: z.int().min(1),
      seconds: z
        .int()
        .min(1)
        .max(31 * 86_400),
    }),
  ],
  { error: 'must be { points, seconds } with whole numbers from 1, or false for no limit' },
);

function limit(points: number, seconds: number) {
  return limitValue.default({ points, seconds });
}

/** IPv4 addresses are counted individually, IPv6 addresses by /64 network, and these by /48. */
export const limitsSchema = z.strictObject({
  /** Leads from one address. @default 5 in 10 minutes */
  leadsPerIp: limit(5, 600),
  /** Leads from one address in a day. @default 20 */
  leadsPerIpPerDay: limit(20, 86_400),
  /** Leads from one IPv6 /48 network, which one sender may have whole. Not applied if `leadsPerIp` is false. @default 50 in 10 minutes */
  leadsPerNetwork: limit(50, 600),
  /** Leads with one phone; more are held, not refused. @default 3 a day */
  leadsPerPhone: limit(3, 86_400),
  /** Leads of one form, so that one form cannot use up the limit of the site. @default false */
  leadsPerForm: limitValue.default(false),
  /** Leads from all visitors, without those that are held. @default 600 a minute */
  leadsPerSite: limit(600, 60),
  /** Leads that are held, from all visitors: bots do not use up the limit of people. Not applied if `leadsPerSite` is false. @default 100 a minute */
  heldPerSite: limit(100, 60),
  /** Requests from one address that are refused for their content, such as a body that is not valid or a wrong token. Those that come with a right token are counted if nothing can be done for them, such as calls over a limit. Repetitions of what is done already, such as a stored lead or a planned call, are counted too. Above it, nothing is looked up for them. An IPv6 /48 network has ten times as many. Not applied if `leadsPerIp` is false. @default 60 in 10 minutes */
  refusalsPerIp: limit(60, 600),
  /** Requests of `POST /identity` from one address. Not applied if `leadsPerIp` is false. @default 300 in 10 minutes */
  identitiesPerIp: limit(300, 600),
  /** Requests of `POST /funnel` and `POST /ratings` from one address; not shared by proxies. Not applied if `leadsPerIp` is false. @default 300 in 10 minutes */
  reportsPerIp: limit(300, 600),
  /** Call-backs to one phone. @default 1 in 10 minutes */
  callsPerPhone: limit(1, 600),
  /** Call-backs to one phone in a day. @default 3 a day */
  callsPerPhonePerDay: limit(3, 86_400),
  /** Call-backs requested from one address. @default 3 an hour */
  callsPerIp: limit(3, 3600),
  /** Call-backs requested from one IPv6 /48 network. Not applied if `callsPerIp` is false. @default 6 an hour */
  callsPerNetwork: limit(6, 3600),
  /** Call-backs to one country, for forms that call several: fraud with numbers of an expensive country then does not use up the call-backs to the others. @default false */
  callsPerCountryPerHour: limitValue.default(false),
  /** Call-backs for all visitors. Half of them are reserved for addresses (of IPv6: /48 networks) without a call in that hour, unless `callsPerIp` is false. @default 10 an hour */
  callsPerSitePerHour: limit(10, 3600),
  /** Call-backs for all visitors in a day; half of them are reserved likewise. @default 100 a day */
  callsPerSitePerDay: limit(100, 86_400),
});

export type Limit = { points: number; seconds: number } | false;
export type Limits = z.output<typeof limitsSchema>;
export type LimitName = keyof Limits;
