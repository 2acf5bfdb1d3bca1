import type { WidgetOptions } from '../../index.ts';

// leadchat.js installs `LeadChat`. The script is async, so it may not have loaded yet.
const page: Window & { LeadChat?: { init(options: WidgetOptions): unknown } } = window;

function addSupport(): void {
  // The first call changes the widget of the script tag. Every other call adds a widget.
  page.LeadChat?.init({});
  page.LeadChat?.init({ target: '#support', title: 'Support', color: '#0f766e', leadForm: 'off', storage: 'none' });
}

if (page.LeadChat === undefined) {
  document.querySelector('script[data-target="#sales"]')?.addEventListener('load', addSupport);
} else {
  addSupport();
}
