/** What a field without a label is called: `preferred_day` as `Preferred day`. */
export function labelFromName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
