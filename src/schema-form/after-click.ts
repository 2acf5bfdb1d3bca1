/** Runs what moves the page once a pointer that is pressed has clicked, so that it clicks what it was pressed on. */
export function afterClick(task: () => void): void {
  if (document.documentElement.matches(':active')) addEventListener('click', task, { once: true });
  else task();
}
