import type { APIResponse, Route } from 'playwright/test';

/**
 * The server's response to a request of the page. As browsers do, it asks again when the server has closed a kept connection in
 * the moment of the request: a busy machine sends requests later than the five seconds that the proxy keeps one.
 */
export function fetchFor(route: Route, options?: Parameters<Route['fetch']>[0]): Promise<APIResponse> {
  return route.fetch({ maxRetries: 3, ...options });
}
