export type { WidgetDomEvents } from './dom-events.ts';
export { installGlobal, type LeadChatGlobal } from './global.ts';
export { optionNames } from './option-names.ts';
export type { LoadPanel, OptionLayers, Panel, PanelHost, PanelState, RawOptions } from './panel-contract.ts';
export { createWidget, type Widget, type WidgetDeps, type WidgetEvents, type WidgetState } from './widget.ts';
