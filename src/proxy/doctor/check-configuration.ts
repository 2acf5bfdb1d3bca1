import { type ClosedDays, isOpen, nextOpening } from '../../protocol/opening-times.ts';
import { createClosedDays } from '../calls/plan-call.ts';
import { type Environment, unknownVariables } from '../config/environment.ts';
import type { CallbackConfig, FormConfig } from '../config/form-schema.ts';
import { hasOperators } from '../config/operators-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { hostedCaptchaProblem } from '../intake/captcha.ts';
import { widgetProblems } from '../widget/widget-problems.ts';
import { checkOf, type DoctorCheck } from './report.ts';

/** Checks that need no request. `readConfig` rejects invalid values; these checks find valid but unwise ones. */
export function checkConfiguration(config: ProxyConfig, env: Environment, now: number): DoctorCheck[] {
  return [
    checkOrigins(config),
    checkEncryption(config),
    checkTrustedProxies(config),
    checkOperators(config),
    checkWidget(config),
    ...checkForms(config, now),
    ...checkAgents(config),
    ...checkSecrets(config),
    ...checkVariables(env),
  ];
}

function checkOrigins({ origins }: ProxyConfig): DoctorCheck {
  const { ok, warning } = checkOf('origins');
  if (origins.includes('*')) {
    return warning('every page may send requests', 'List the allowed origins (LEADCHAT_ORIGINS).');
  }
  const plain = origins.filter((origin) => origin.startsWith('http:') && !isLocal(origin));
  const advice = 'Serve these pages over https: otherwise others on the network can read what visitors type.';
  return plain.length > 0 ? warning(`not encrypted: ${plain.join(', ')}`, advice) : ok(origins.join(', '));
}

function checkEncryption({ service, origins }: ProxyConfig): DoctorCheck {
  const { ok, warning, failed } = checkOf('encryption');
  const plain = [service.baseUrl, service.hooksUrl].filter((url) => url.startsWith('http:') && !isLocal(url));
  if (plain.length > 0) {
    const advice = 'Use https: otherwise others on the network can read the API key and the leads.';
    return failed(`${plain.join(', ')} is not encrypted`, advice);
  }
  if (service.wssUrl.startsWith('ws:') && !isLocal(service.wssUrl)) {
    const detail = `${service.wssUrl} is not encrypted`;
    return origins.some((origin) => origin.startsWith('https:'))
      ? failed(detail, 'Use wss: browsers block ws on https pages.')
      : warning(detail, 'Use wss.');
  }
  return ok('every address is encrypted or local');
}

/** Only the options in this configuration: those on a page's tag or in its code are reported in the browser's console. */
function checkWidget(config: ProxyConfig): DoctorCheck {
  const { ok, warning } = checkOf('widget options');
  const problems = widgetProblems(config);
  const advice = 'Correct the names: the widget ignores unknown options, and an unknown form cannot be opened.';
  return problems.length > 0
    ? warning(problems.join(' '), advice)
    : ok(Object.keys(config.widget).join(', ') || 'none');
}

/** The proxy has no TLS, so in production it is behind a reverse proxy. */
function checkTrustedProxies({ trustedProxies, origins }: ProxyConfig): DoctorCheck {
  const { ok, warning } = checkOf('trusted proxies');
  if (trustedProxies.length > 0) return ok(trustedProxies.join(', '));
  if (origins.every((origin) => origin !== '*' && isLocal(origin))) return ok('none; the pages are on this machine');
  return warning(
    'none: X-Forwarded-For is ignored, so visitors behind a reverse proxy share the limits of one address',
    'List the addresses of your reverse proxy (LEADCHAT_TRUSTED_PROXIES), or behind a port mapping the gateway of the container network. The log says forwarded-address-ignored while an address is missing.',
  );
}

/** Without the dashboard nobody can decide about held and unknown leads. */
function checkOperators(config: ProxyConfig): DoctorCheck {
  const { adminToken, operators, operatorHeader, operatorRoles } = config;
  const named = operators.map(({ name, role }) => `${name} (${role})`);
  const ofHeader = Object.entries(operatorRoles).map(([name, role]) => `${name} (${role})`);
  if (!hasOperators(config)) {
    return checkOf('admin token').warning(
      'none, so there is no dashboard: nobody sees the leads that need a person',
      'Set adminToken (LEADCHAT_ADMIN_TOKEN), for example to the output of `openssl rand -hex 32`.',
    );
  }
  const details = [
    ...(adminToken === undefined ? [] : ['the admin token']),
    ...named,
    ...(operatorHeader === undefined ? [] : [`whom ${operatorHeader} names: ${ofHeader.join(', ')}`]),
  ];
  const { ok } = checkOf(operators.length + ofHeader.length > 0 ? 'operators' : 'admin token');
  return ok(`${details.join('; ')}; the dashboard is at /admin`);
}

/** No request shows whether an agent exists, except one that makes it call. */
function checkAgents({ forms }: ProxyConfig): DoctorCheck[] {
  const agents = new Set(
    Object.values(forms).flatMap(({ callback, routes }) =>
      [callback, ...routes].flatMap((named) => named?.agent ?? []),
    ),
  );
  const detail = 'a valid UUID; only a call can show that it exists';
  return [...agents].map((id) => checkOf(`agent ${id}`).notVerified(detail));
}

function checkSecrets(config: ProxyConfig): DoctorCheck[] {
  const { captcha, identity } = config;
  const checks: DoctorCheck[] = [];
  const problem = hostedCaptchaProblem(config);
  if (problem !== undefined) {
    const advice =
      'If `origins` does not name it, list it beside the hosts of `origins`: otherwise leads of the hosted chat are held.';
    checks.push(checkOf('captcha hosts').warning(problem, advice));
  }
  if (captcha !== undefined) {
    const detail = `${captcha.provider}; only a visitor can show that site key and secret belong together`;
    checks.push(checkOf('captcha').notVerified(detail));
  }
  if (identity !== undefined) {
    const detail = 'only a token of your server can show that it signs with the same secret';
    checks.push(checkOf('signed visitors').notVerified(detail));
  }
  return checks;
}

function checkForms(config: ProxyConfig, now: number): DoctorCheck[] {
  const closedDaysOf = createClosedDays(config);
  return Object.entries(config.forms).map(([name, form]): DoctorCheck => {
    const details = [
      `asks for ${form.fields.map((field) => field.name).join(', ')}`,
      form.consent === undefined ? 'no consent' : `consent ${form.consent.version}`,
      form.tags.length === 0 ? 'no tags' : `tags ${form.tags.join(', ')}`,
      form.journey === undefined ? 'no journey' : `journey ${form.journey.id} (${form.journey.onExisting})`,
      form.callback === undefined
        ? 'no call-back'
        : `call-back by agent ${form.callback.agent}${describeHours(form.callback, closedDaysOf(form.callback), now)}`,
      ...form.routes.map((route, index) => describeRoute(route, index)),
    ];
    return checkOf(`form ${name}`).ok(details.join('; '));
  });
}

function describeRoute({ name, when, tags, journey, agent }: FormConfig['routes'][number], index: number): string {
  const answers = Object.entries(when).map(([field, is]) => `${field} is ${[is].flat().join(' or ')}`);
  const changes = [
    journey === undefined ? [] : [`journey ${journey.id}`],
    agent === undefined ? [] : [`agent ${agent}`],
    tags.length === 0 ? [] : [`tags ${tags.join(', ')}`],
  ].flat();
  return `route ${name ?? `#${index + 1}`} if ${answers.join(' and ')}: ${changes.join(', ')}`;
}

function describeHours({ hours, timeZone }: CallbackConfig, closed: readonly ClosedDays[], now: number): string {
  if (hours === undefined) return '';
  if (timeZone === undefined) return ", within its hours in the callee's time zone";
  if (isOpen(hours, [timeZone], now, closed)) return ', open now';
  return `, closed now, opens ${formatTime(nextOpening(hours, timeZone, now, closed), timeZone, now)}`;
}

/** `Monday 09:00`; after holidays, of which week: `Monday 2026-12-28 09:00`. */
function formatTime(at: number, timeZone: string, now: number): string {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(at);
  const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
  return [weekday, ...(at - now > 6 * 24 * 3_600_000 ? [date] : []), time].join(' ');
}

function isLocal(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(new URL(address.replace(/:\*$/, '')).hostname);
}

/** Checks the names of environment variables: nothing reads a misspelt one, so its key keeps the default. */
function checkVariables(env: Environment): DoctorCheck[] {
  return unknownVariables(env).map(({ name, meant }) => {
    const { warning, notVerified } = checkOf(`variable ${name}`);
    return meant === undefined
      ? notVerified('leadchat does not read it; only your configuration file may')
      : warning('nothing reads it', `Did you mean ${meant}?`);
  });
}
