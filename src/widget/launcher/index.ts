export { copyValues } from './copy-values.ts';
export { createWidget, type WidgetDeps } from './create-widget.ts';
export { installGlobal } from './global-api.ts';
export { createCallGuard } from './guard-calls.ts';
export type { PageView, PageViews } from './page-views.ts';
export type { LoadPanel, OptionLayers, Panel, PanelDeps } from './panel-contract.ts';
export type { Unavailable } from './unavailable.ts';
export type { LeadChatGlobal, PanelState, Widget, WidgetDomEvents, WidgetEvents, WidgetState } from './widget-api.ts';
export {
  type ChatProblem,
  createWidgetStore,
  type FirstScreen,
  type OpenOrigin,
  type StoreState,
  type WidgetFacts,
  type WidgetStore,
} from './widget-store.ts';
