/** Created by build/site/option-docs.ts from the doc comments of the schemas. */
declare module 'virtual:option-docs' {
  export const docs: Record<string, { text: string; defaultValue?: string }>;
}

declare module 'virtual:form-docs' {
  export const docs: Record<string, { text: string; defaultValue?: string }>;
  export const schema: import('./json-schema.ts').JsonSchema;
}
