import { parseJourneyId } from '../../protocol/identifiers.ts';
import { isPrivateLiteral } from '../http/public-address.ts';
import { filterProblems, formatProblems } from '../webhooks/formats/format-problems.ts';
import { type ConfigProblem, describeProblem } from './describe-issues.ts';
import { isObject } from './environment.ts';
import { hashOfToken } from './operators-schema.ts';
import type { ProxyConfig } from './schema.ts';
import { isWildcardOrigin, origin as originSchema } from './values.ts';

/** Issues that concern several keys. Found in the raw input, so they are reported together with the schema's issues. */
export function crossFieldIssues(input: unknown, dev: boolean): ConfigProblem[] {
  if (!isObject(input)) return [];
  const issues: ConfigProblem[] = [];
  const origins: unknown[] = Array.isArray(input.origins) ? input.origins : [];
  const wildcard = origins.find(
    (origin) => typeof origin === 'string' && isWildcardOrigin(origin) && originSchema.safeParse(origin).success,
  );
  if (!dev && wildcard !== undefined) {
    issues.push(describeProblem(['origins'], `may be ${wildcard} only with --dev; list the pages that may call`));
  }
  issues.push(...webhookIssues(input.webhooks, input.allowPrivateWebhooks === true));
  issues.push(...operatorIssues(input));
  const forms = isObject(input.forms) ? input.forms : {};
  for (const [name, form] of Object.entries(forms)) {
    if (isObject(form)) issues.push(...formIssues(['forms', name], form, input.flowId));
  }
  return issues;
}

function operatorIssues(input: Record<string, unknown>): ConfigProblem[] {
  const { operators, operatorHeader, operatorRoles, trustedProxies, adminToken } = input;
  const issues: ConfigProblem[] = [];
  const adminHash = typeof adminToken === 'string' ? hashOfToken(adminToken) : undefined;
  for (const [index, operator] of (Array.isArray(operators) ? operators : []).entries()) {
    const token: unknown = isObject(operator) ? operator.token : undefined;
    if (adminHash === undefined || typeof token !== 'string' || hashOfToken(token) !== adminHash) continue;
    issues.push(
      describeProblem(['operators', index, 'token'], 'is the adminToken; give each operator a token of their own'),
    );
  }
  if (operatorHeader === undefined) return issues;
  if (!Array.isArray(trustedProxies) || trustedProxies.length === 0) {
    const problem =
      'is taken only from trustedProxies (LEADCHAT_TRUSTED_PROXIES), and there are none; list the reverse proxy that sets it';
    issues.push(describeProblem(['operatorHeader'], problem));
  }
  if (!isObject(operatorRoles) || Object.keys(operatorRoles).length === 0) {
    const problem = 'is missing: it gives those whom operatorHeader names a role, such as { "*@example.com": "agent" }';
    issues.push(describeProblem(['operatorRoles'], problem));
  }
  return issues;
}

/** What is wrong with receivers of webhooks beside each other. */
export function webhookIssues(webhooks: unknown, allowPrivate: boolean): ConfigProblem[] {
  const issues: ConfigProblem[] = [];
  const seen = new Set<string>();
  const names = new Set<unknown>();
  for (const [index, webhook] of (Array.isArray(webhooks) ? webhooks : []).entries()) {
    const name = isObject(webhook) ? webhook.name : undefined;
    if (name !== undefined && names.has(name)) {
      issues.push(describeProblem(['webhooks', index, 'name'], 'is already the name of an earlier receiver', name));
    }
    names.add(name);
    const url = isObject(webhook) && typeof webhook.url === 'string' ? URL.parse(webhook.url.trim()) : null;
    if (url === null) continue;
    const path = ['webhooks', index, 'url'];
    if (!allowPrivate && isPrivateLiteral(url.hostname)) {
      const problem = `has the private address ${url.hostname}; use a public one, or set allowPrivateWebhooks to true`;
      issues.push(describeProblem(path, problem));
    }
    if (seen.has(url.href)) issues.push(describeProblem(path, 'is already the url of an earlier receiver'));
    seen.add(url.href);
  }
  return issues;
}

/** The Flow ID is a UUID too, and stands beside the Journey ID in the workspace. */
function journeyIssues(path: PropertyKey[], owner: Record<string, unknown>, flowId: unknown): ConfigProblem[] {
  const journey = isObject(owner.journey) ? owner.journey.id : undefined;
  if (typeof journey !== 'string' || typeof flowId !== 'string') return [];
  const parsed = parseJourneyId(journey, flowId);
  if (parsed.ok || parsed.problem !== 'flow-id') return [];
  const problem =
    'is the Flow ID (LEADCHAT_FLOW_ID); use the Journey ID, the UUID after /journey/ in the workspace address';
  return [describeProblem([...path, 'journey', 'id'], problem, journey)];
}

function formIssues(path: string[], form: Record<string, unknown>, flowId: unknown): ConfigProblem[] {
  const issues: ConfigProblem[] = [];
  issues.push(...journeyIssues(path, form, flowId));
  for (const [index, route] of (Array.isArray(form.routes) ? form.routes : []).entries()) {
    if (isObject(route)) issues.push(...journeyIssues([...path, 'routes', index], route, flowId));
  }
  const seen = new Set<unknown>();
  for (const [index, field] of (Array.isArray(form.fields) ? form.fields : []).entries()) {
    const name: unknown = isObject(field) ? field.name : undefined;
    if (name !== undefined && seen.has(name)) {
      issues.push(
        describeProblem(
          [...path, 'fields', index, 'name'],
          'is already the name of an earlier field; names are unique in a form',
          name,
        ),
      );
    }
    seen.add(name);
  }
  for (const [index, name] of (Array.isArray(form.attributes) ? form.attributes : []).entries()) {
    if (seen.has(name)) {
      const problem = 'is already the name of a field or an attribute of this form';
      issues.push(describeProblem([...path, 'attributes', index], problem, name));
    }
    seen.add(name);
  }
  return issues;
}

/**
 * What is wrong with the names in the bodies of webhooks. Operators can add and remove fields in the dashboard, so without
 * what is saved there only the filters can be checked; `settings/live-problems.ts` checks the names that apply.
 */
export function bodyIssues(config: ProxyConfig): ConfigProblem[] {
  const names = config.adminSettings ? [] : formatProblems(config);
  return [...names, ...filterProblems(config)].map(({ path, message }) => describeProblem(path, message));
}
