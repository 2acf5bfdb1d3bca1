import '@hotwired/turbo';

/** Shows how long this document has lived: a page load would set it back to zero. */
function showUptime(): void {
  const output = document.querySelector('#uptime');
  if (output !== null) output.textContent = `${Math.floor(performance.now() / 1000)} s`;
}

document.addEventListener('turbo:load', showUptime);
setInterval(showUptime, 1000);
