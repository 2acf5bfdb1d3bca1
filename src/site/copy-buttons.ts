/** Buttons of the demo's pages: `data-copy` copies its value. */
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
