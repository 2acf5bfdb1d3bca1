export type { WidgetDomEvents } from './dom-events.ts';
export { installGlobal, type LeadChatGlobal } from './global.ts';
export type { LoadPanel, OpenOrigin, OptionLayers, Panel, PanelDeps, RawOptions } from './panel-contract.ts';
export { createWidget, type WidgetDeps } from './widget.ts';
export type { PanelState, Widget, WidgetEvents, WidgetState } from './widget-api.ts';
