/**
 * The options that are the same in all variants: where the chat and its data go, and what may be stored and reported. Otherwise
 * visitors would not keep their variant, or would not be counted alike.
 */
export const fixedOptions = {
  flowId: true,
  wssUrl: true,
  proxyUrl: true,
  hooksUrl: true,
  loadConfig: true,
  preload: true,
  storage: true,
  consent: true,
  resumeDays: true,
  analytics: true,
  analyticsLeadId: true,
  respectGpc: true,
  funnel: true,
  attribution: true,
  keepUrlParameters: true,
  messageFrame: true,
  encodeMessage: true,
  userToken: true,
} as const;
