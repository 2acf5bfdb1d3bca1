/** The paths of chunks of the panel's build, relative to leadchat.js. build/chunk-files.ts creates this module. */
declare module 'virtual:chunk-files' {
  export const panelFile: string;
  /** What the panel checks options, configuration and stored data with. */
  export const schemasFile: string;
  /** By language. */
  export const languageFiles: Readonly<Record<string, string>> & { readonly en: string };
  /** What a conversation needs besides the panel. */
  export const conversationFile: string;
  /** What a chat inside the page needs besides the panel. */
  export const inlineFile: string;
  /** What a chat with a form needs besides the panel. */
  export const leadsFile: string;
}
