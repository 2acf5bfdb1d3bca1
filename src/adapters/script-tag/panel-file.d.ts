/** Where the panel is, relative to leadchat.js. build/panel-file.ts makes this module. */
declare module 'virtual:panel-file' {
  const panelFile: string;
  export default panelFile;
}
