/** The names of leadchat's rows among the visits, by which the README finds them. */
export const visited = {
  anonymous: 'leadchat, anonymous chat',
  form: 'leadchat, chat with the form',
  preloaded: 'the same with `preload` "idle"',
  react: 'a React application',
  inReact: 'the same with <LeadChat>, anonymous',
};
