/** Made by build/site/option-docs.ts from the doc comments of the options. */
declare module 'virtual:option-docs' {
  const docs: Record<string, { text: string; defaultValue?: string }>;
  export default docs;
}
