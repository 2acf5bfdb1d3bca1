declare global {
  interface Window {
    /** What leadchat.js installs; undefined until the async script has run. */
    LeadChat?: { open(): void };
  }
}

for (const button of document.querySelectorAll('[data-open-chat]')) {
  button.addEventListener('click', () => window.LeadChat?.open());
}

export {};
