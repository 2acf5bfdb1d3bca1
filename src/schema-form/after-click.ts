/**
 * Runs what moves the page once a pointer that is pressed has clicked, so that it clicks what it was pressed on. `click`: if it
 * has waited for one.
 */
export function afterClick(task: (click?: Event) => void): void {
  if (document.documentElement.matches(':active')) addEventListener('click', task, { once: true });
  else task();
}
