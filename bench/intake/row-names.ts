/** The name of leadchat's row, by which docs/scaling.md finds it. */
export const leadchatServe = 'leadchat serve';
export const bareHandler = 'node:http without checks, one commit per request';
