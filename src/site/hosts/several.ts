import type { WidgetOptions } from '../../index.ts';

// leadchat.js installs it. The script is async, so it may still be on its way.
const page: Window & { LeadChat?: { init(options: WidgetOptions): unknown } } = window;

function addSupport(): void {
  // The first call is for the widget of the script tag, every other one adds a widget.
  page.LeadChat?.init({});
  page.LeadChat?.init({ target: '#support', title: 'Support', color: '#0f766e', leadForm: 'off', storage: 'none' });
}

if (page.LeadChat === undefined) {
  document.querySelector('script[data-target="#sales"]')?.addEventListener('load', addSupport);
} else {
  addSupport();
}
