import * as z from 'zod';
import { assumptionsSchema, formName, uuid } from '../../protocol/index.ts';
import { networkRange } from '../http/address.ts';
import { formSchema } from './form-schema.ts';
import { limitsSchema } from './limits-schema.ts';
import { httpUrl, origin, secret, socketUrlBase, storeAddress } from './values.ts';

/**
 * The proxy's configuration: one schema for types, defaults and error texts. What stands in `leadchat.config.*` is
 * its input; environment variables (`environment.ts`) win over the file.
 */
export const proxyConfigSchema = z.strictObject({
  service: z.strictObject({
    /** REST base with the version, `https://host/v1` (9). `LEADCHAT_BASE_URL` */
    baseUrl: httpUrl,
    /** Host of session initialization (4.10). `LEADCHAT_HOOKS_URL` */
    hooksUrl: httpUrl,
    /** WebSocket host (4.11); handed to the widget. `LEADCHAT_WSS_URL` */
    wssUrl: socketUrlBase,
    /** Workspace API key (5); never logged, never sent to a browser. `LEADCHAT_API_KEY` */
    apiKey: secret,
  }),
  /** Flow that the chat runs. `LEADCHAT_FLOW_ID` */
  flowId: uuid.check(z.trim()),
  /** Pages that may call, exactly as browsers write them: `https://www.example.com`. `LEADCHAT_ORIGINS`, comma list */
  origins: z.array(origin).min(1).max(100),
  /** `sqlite:PATH` or `postgres://…`. `DATABASE_URL` @default "sqlite:./leadchat.db" */
  store: storeAddress.default('sqlite:./leadchat.db'),
  /** Folder where the widget's files of earlier builds stay, for pages that were opened before an upgrade; false: nowhere. `LEADCHAT_KEEP_ASSETS_IN` @default `leadchat-assets` beside the SQLite file; false with Postgres */
  keepAssetsIn: z.union([z.string().min(1), z.literal(false)], { error: 'must be a path, or false' }).optional(),
  /** What a browser may name in `form`; `default` is what it names without a choice. @default a form with phone, first name, last name and email */
  forms: z
    .record(formName, formSchema)
    .refine((forms) => Object.keys(forms).length > 0, { error: 'must hold at least one form' })
    .prefault({ default: {} }),
  /** How often who may do what; each `{ points, seconds }`, or false for no limit. */
  limits: limitsSchema.prefault({}),
  /** A form filled faster than this was hardly filled by a person; its lead is held. 0 turns it off. In milliseconds. @default 1500 */
  minFillMs: z.int().min(0).max(60_000).default(1500),
  /** Addresses or ranges of the load balancers before this proxy; only their X-Forwarded-For is believed. `LEADCHAT_TRUSTED_PROXIES`, comma list @default [] */
  trustedProxies: z.array(networkRange).default([]),
  /** Captcha that a lead must bring along, else it is held; the widget draws it. Without it none is asked for. */
  captcha: z
    .strictObject({
      /** Who checks: `turnstile` or `hcaptcha`. */
      provider: z.enum(['turnstile', 'hcaptcha']),
      /** The public key, with which the widget draws the captcha; sent to the browser. `false`: the widget draws none, since only forms of your own bring tokens; what the widget itself sends is then held. */
      siteKey: z.union([z.string().min(1).max(200), z.literal(false)], {
        error: 'must be the public key, or false if only forms of your own bring tokens',
      }),
      /** The secret key; never logged, never sent to a browser. `LEADCHAT_CAPTCHA_SECRET` */
      secret,
      /** Pages that a token may come from; needed when the site key is shared. @default the hosts of `origins` */
      hostnames: z.array(z.string().min(1)).optional(),
      /** Where browsers load the provider's script, for one that is not the provider's own address. @default the provider's */
      scriptUrl: httpUrl.optional(),
      /** Where the proxy has tokens checked. @default the provider's */
      verifyUrl: httpUrl.optional(),
    })
    .optional(),
  calls: z
    .strictObject({
      /** The kill switch: false refuses every call-back at once. `LEADCHAT_CALLS_ENABLED` @default true */
      enabled: z.boolean().default(true),
      /** A call that could not be placed so long after it was asked for is not placed any more. In seconds. @default 90 */
      expireSeconds: z.int().min(10).max(3600).default(90),
    })
    .prefault({}),
  delivery: z
    .strictObject({
      /** true: an enrolment whose outcome cannot be known is tried again, which may enrol twice. @default false */
      retryUnknownEnrolments: z.boolean().default(false),
    })
    .prefault({}),
  /** How much is told on stderr. `LEADCHAT_LOG_LEVEL` @default "info" */
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** The personal data of a delivered lead, its calls and enrolments is deleted after so many days; IDs stay 30 days to recognize repeated requests. @default 7 */
  retentionDays: z.int().min(1).max(3650).default(7),
  /** Leads that need you (held, unknown, dead) are deleted after so many days; false keeps them until you resolve or erase them. @default false */
  unresolvedDays: z
    .union([z.int().min(1).max(3650), z.literal(false)], { error: 'must be a whole number of days, or false' })
    .default(false),
  /** Opens `/admin`; there is none without it. At least 16 characters. `LEADCHAT_ADMIN_TOKEN` */
  adminToken: secret.min(16, { error: 'must have at least 16 characters' }).optional(),
  /** Defaults for the widget's options. @default {} */
  widget: z.record(z.string(), z.json()).default({}),
  /** Other choices for what the service's interface leaves open; see src/protocol/assumptions.ts. */
  assumptions: z.prefault(assumptionsSchema, {}),
});

/** A configuration that can be used: complete, checked, defaults filled in. */
export type ProxyConfig = z.output<typeof proxyConfigSchema>;

/** What an operator writes. */
export type ProxyConfigInput = z.input<typeof proxyConfigSchema>;
