import { type App, createApp } from 'vue';
import type { EventCallbacks } from '../binding/index.ts';
import { LeadChat, type LeadChatComponent, type LeadChatProps } from './lead-chat.ts';

declare module 'vue' {
  interface GlobalComponents {
    LeadChat: LeadChatComponent;
  }
}

/** With options the plugin adds a chat to the page; without them it only registers `<LeadChat>`. */
export type LeadChatPluginOptions = LeadChatProps & EventCallbacks;

/**
 * Registers `<LeadChat>` in an application, and with options adds the application's chat.
 *
 * @example
 * createApp(App).use(leadChat, { proxyUrl: 'https://chat.example.com' }).mount('#app');
 */
export const leadChat = {
  install(app: App, options?: LeadChatPluginOptions): void {
    app.component('LeadChat', LeadChat);
    if (options === undefined || typeof document === 'undefined') return;
    const chat = createApp(LeadChat, { ...options });
    chat.mount(document.createElement('div'));
    // Vue 3.4 has no app.onUnmount().
    const { unmount } = app;
    app.unmount = () => {
      chat.unmount();
      unmount.call(app);
    };
  },
};
