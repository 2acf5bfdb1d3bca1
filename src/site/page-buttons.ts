/** Buttons of the pages: `data-open-chat` opens the chat, `data-copy` copies its value. */

// leadchat.js installs `LeadChat`. The script is async, so it may not have loaded yet.
const page: Window & { LeadChat?: { open(): void } } = window;

for (const button of document.querySelectorAll('[data-open-chat]')) {
  button.addEventListener('click', () => page.LeadChat?.open());
}

const copyStatus = document.querySelector('#copied');

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const { copy: text = '' } = button.dataset;
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    for (const other of document.querySelectorAll('[data-copy]')) other.textContent = 'Copy';
    button.textContent = isCopied ? 'Copied' : 'Not allowed';
    if (copyStatus !== null)
      copyStatus.textContent = isCopied ? `${text} is copied.` : 'Your browser does not allow copying.';
  });
}
