// leadchat.js installs it. The script is async, so it may still be on its way.
const page: Window & { LeadChat?: { open(): void } } = window;

for (const button of document.querySelectorAll('[data-open-chat]')) {
  button.addEventListener('click', () => page.LeadChat?.open());
}
