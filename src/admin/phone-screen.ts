/** Whether one thing fits beside nothing else, as the style sheets have it: a lead replaces its list. */
export function isPhoneScreen(): boolean {
  return matchMedia('(max-width: 899px)').matches;
}
