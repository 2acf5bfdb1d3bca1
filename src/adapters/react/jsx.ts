import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { WidgetOptions } from '../../options/index.ts';

/** `proxyUrl` as `proxy-url`. */
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${First}${KebabCase<Rest>}`
    : `${First}-${KebabCase<Uncapitalize<Rest>>}`
  : Name;

/** Texts, numbers and booleans are unchanged; everything else is JSON. */
type AttributeValue<Value> = [Value] extends [string | number | boolean | undefined] ? Value : string | undefined;

type AttributeOptions = Omit<WidgetOptions, 'title' | 'encodeMessage'>;

/** The options of `<lead-chat>` as attributes, which React 18 and 19 both set. */
type LeadChatElementAttributes = {
  [Name in keyof AttributeOptions & string as KebabCase<Name>]?: AttributeValue<AttributeOptions[Name]>;
};

/** The props of `<lead-chat>` in JSX. */
export type LeadChatElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  LeadChatElementAttributes;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Defined by `import 'leadchat/element'`. */
      'lead-chat': LeadChatElementProps;
    }
  }
}
