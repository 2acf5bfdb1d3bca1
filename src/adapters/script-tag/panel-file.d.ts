/** The path of the panel, relative to leadchat.js. build/panel-file.ts creates this module. */
declare module 'virtual:panel-file' {
  const panelFile: string;
  export default panelFile;
}
