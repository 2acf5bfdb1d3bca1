import * as z from 'zod';
import { destinationName, formName, uuid } from '../../protocol/identifiers.ts';
import { assumptionsSchema } from '../../protocol/service/assumptions.ts';
import { configuredTag } from '../../protocol/service/lead.ts';
import { networkRange } from '../http/address.ts';
import { formSchema } from './form-schema.ts';
import { limitsSchema } from './limits-schema.ts';
import { operatorHeaderSchema, operatorRolesSchema, operatorsSchema } from './operators-schema.ts';
import { httpUrl, origin, secret, secretKeySchema, sensitive, socketUrlBase, storeAddress } from './values.ts';
import { webhookSchema } from './webhook-schema.ts';

/**
 * The proxy's configuration: one schema for types, defaults and error messages. `leadchat.config.*` is its input.
 * Environment variables (`environment.ts`) override the file.
 */
export const proxyConfigSchema = z.strictObject({
  service: z.strictObject({
    /** REST base address with the version, `https://host/v1`. `LEADCHAT_BASE_URL` */
    baseUrl: httpUrl,
    /** Host of the webchat session initialization. `LEADCHAT_HOOKS_URL` */
    hooksUrl: httpUrl,
    /** WebSocket host; sent to the widget. `LEADCHAT_WSS_URL` */
    wssUrl: socketUrlBase,
    /** Workspace API key; never logged, never sent to a browser. `LEADCHAT_API_KEY` */
    apiKey: secret,
  }),
  /** Flow that the chat runs. `LEADCHAT_FLOW_ID` */
  flowId: uuid.check(z.trim()),
  /** Origins of the pages that may send requests, exactly as browsers write them: `https://www.example.com`. With `--dev` also `*` for every page, or `http://localhost:*` for every port of this machine. `LEADCHAT_ORIGINS`, comma list */
  origins: z.array(origin).min(1).max(100),
  /** `sqlite:PATH` or `postgres://…`; a relative path starts at the folder of the configuration file. A store belongs to one service. `DATABASE_URL` @default "sqlite:./leadchat.db" */
  store: storeAddress.default('sqlite:./leadchat.db'),
  /** Folder that keeps the widget's files of earlier builds, for pages that were opened before an upgrade. `false` keeps none. A relative path starts at the folder of the configuration file. `LEADCHAT_KEEP_ASSETS_IN` @default `leadchat-assets` beside the SQLite file; false with Postgres */
  keepAssetsIn: z.union([z.string().min(1), z.literal(false)], { error: 'must be a path, or false' }).optional(),
  /** The forms by name; the browser sends the name. A widget without a `form` option uses `default`. @default a form with phone, first name, last name and email */
  forms: z
    .record(formName, formSchema)
    .refine((forms) => Object.keys(forms).length > 0, { error: 'must hold at least one form' })
    .prefault({ default: {} }),
  /** What you call journeys and agents, by their IDs: `{ "a1000000-0000-4000-8000-000000000001": "Enterprise" }`. The dashboard shows these names. @default {} */
  names: z.record(uuid, destinationName).default({}),
  /** Signed visitors: verifies the widget's `userToken` option. @default none, tokens are ignored */
  identity: z
    .strictObject({
      /** The key that your server signs tokens with (HS256). At least 32 bytes; never logged, never sent to a browser. `LEADCHAT_IDENTITY_SECRET` */
      secret: z
        .string()
        .refine((text) => new TextEncoder().encode(text).length >= 32, {
          error: 'must have at least 32 bytes; create one with `openssl rand -hex 32`',
        })
        .meta(sensitive),
    })
    .optional(),
  /** Rate limits, each `{ points, seconds }`, or `false` for no limit. */
  limits: limitsSchema.prefault({}),
  /** Shortest time in which a visitor fills in the form, in milliseconds. A faster lead is held as probable spam, and so is a lead without `elapsedMs` and `website`, which every form of the widget sends. 0 turns both checks off. @default 1500 */
  minFillMs: z.int().min(0).max(60_000).default(1500),
  /** Addresses or ranges of the load balancers before this proxy; only their X-Forwarded-For, X-Forwarded-Proto, X-Forwarded-Host and `operatorHeader` are used. `LEADCHAT_TRUSTED_PROXIES`, comma list @default [] */
  trustedProxies: z.array(networkRange).default([]),
  /** Captcha in front of every lead, shown by the widget. A lead without a valid token is held. @default none */
  captcha: z
    .strictObject({
      /** `turnstile` or `hcaptcha`. */
      provider: z.enum(['turnstile', 'hcaptcha']),
      /** The public key that the widget shows the captcha with; sent to the browser. `false`: the widget shows none, because only your own forms send tokens; leads of the widget itself are then held. */
      siteKey: z.union([z.string().min(1).max(200), z.literal(false)], {
        error: 'must be the public key, or false if only your own forms send tokens',
      }),
      /** The secret key; never logged, never sent to a browser. `LEADCHAT_CAPTCHA_SECRET` */
      secret,
      /** Hosts that a token may come from, for a site key that several sites share. With `hostedChat`, name its host here, too. @default the hosts of `origins` */
      hostnames: z.array(z.string().min(1)).optional(),
      /** Address of the provider's script, if browsers load it from elsewhere. @default the provider's own */
      scriptUrl: httpUrl.optional(),
      /** Address that verifies tokens. @default the provider's own */
      verifyUrl: httpUrl.optional(),
    })
    .optional(),
  calls: z
    .strictObject({
      /** Kill switch: `false` refuses all call-backs. `LEADCHAT_CALLS_ENABLED` @default true */
      enabled: z.boolean().default(true),
      /** Seconds within which a call must be placed; after that it expires. @default 90 */
      expireSeconds: z.int().min(10).max(3600).default(90),
      /** Tag of leads that must not be called. Before each call the proxy asks the service for the lead's tags (Get Lead): with this one the call is refused, and without an answer it waits until it expires. `false` asks for none. @default "do_not_call" */
      doNotCallTag: z.union([z.literal(false), configuredTag]).default('do_not_call'),
    })
    .prefault({}),
  delivery: z
    .strictObject({
      /** Leads that this proxy delivers at the same time, but never two with the same phone. Raise it if the service responds slowly and its rate limit allows more requests. @default 4 */
      concurrency: z.int().min(1).max(64).default(4),
      /** Whether to retry an enrolment whose outcome is unknown; the lead may then be enrolled twice. @default false */
      retryUnknownEnrolments: z.boolean().default(false),
    })
    .prefault({}),
  /** Receivers of webhooks, one for each change of a lead or a call. See docs/webhooks.md. @default [] */
  webhooks: z.array(webhookSchema).max(20).default([]),
  /** Whether webhooks may be posted to private addresses, such as 10.0.0.5 or a name in your network. @default false */
  allowPrivateWebhooks: z.boolean().default(false),
  /** Lowest level that is logged to stderr: `trace`, `debug`, `info`, `warn`, `error` or `silent`. `LEADCHAT_LOG_LEVEL` @default "info" */
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Days after which a delivered lead, its calls, enrolments and webhooks lose their personal data. IDs stay 30 days to recognize repeated requests. @default 7 */
  retentionDays: z.int().min(1).max(3650).default(7),
  /** Days after which leads that need you (held, unknown, dead) are deleted. `false` keeps them until you resolve or erase them. @default false */
  unresolvedDays: z
    .union([z.int().min(1).max(3650), z.literal(false)], { error: 'must be a whole number of days, or false' })
    .default(false),
  /** Token of the admin dashboard; without it `/admin` does not exist. At least 16 characters. `LEADCHAT_ADMIN_TOKEN` */
  adminToken: secret.min(16, { error: 'must have at least 16 characters' }).optional(),
  /** Encrypts what operators enter as a secret in the dashboard: the addresses and secrets of receivers of webhooks. 32 bytes in Base64; after a comma, the key before it, which only decrypts. Never logged, never in the database. `LEADCHAT_SECRET_KEY` @default none, such receivers cannot be added */
  secretKey: secretKeySchema.optional(),
  /** The persons who use the dashboard, each `{ name, token, role }`; read again on SIGHUP. See docs/operators.md. @default [] */
  operators: operatorsSchema.default([]),
  /** The header in which a reverse proxy that signs operators in names them, such as `X-Forwarded-Email`. Taken only from `trustedProxies`. @default none */
  operatorHeader: operatorHeaderSchema.optional(),
  /** The roles (`viewer`, `agent`, `owner`) of those whom `operatorHeader` names: `{ "ada@example.com": "owner", "*@example.com": "agent" }`. @default {} */
  operatorRoles: operatorRolesSchema.default({}),
  /** Whether `GET /chat` serves the chat as a page of its own, for links, QR codes, e-mails and web views of apps. The proxy's own origin then counts as one of `origins`. See docs/hosted-chat.md. @default false */
  hostedChat: z.boolean().default(false),
  /** Whether operators can change `widget`, `forms` and `names` in the dashboard. With `false`, what is saved there has no effect. @default true */
  adminSettings: z.boolean().default(true),
  /** Defaults for the widget's options. At most 64 kB as JSON, because every page loads them. @default {} */
  widget: z.record(z.string(), z.json()).default({}),
  /** Choices where the service API leaves something open; see src/protocol/service/assumptions.ts. */
  assumptions: z.prefault(assumptionsSchema, {}),
});

/** A checked configuration with its defaults filled in. */
export type ProxyConfig = z.output<typeof proxyConfigSchema>;

/** A configuration as an operator writes it. */
export type ProxyConfigInput = z.input<typeof proxyConfigSchema>;
