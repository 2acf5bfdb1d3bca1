import '@hotwired/turbo';

/** Shows the age of this document. A page load would reset it to zero. */
function showUptime(): void {
  const output = document.querySelector('#uptime');
  if (output !== null) output.textContent = `${Math.floor(performance.now() / 1000)} s`;
}

document.addEventListener('turbo:load', showUptime);
setInterval(showUptime, 1000);
