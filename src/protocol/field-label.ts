/** What a field without a label is called, and how words that are written as a name read: `preferred_day` as `Preferred day`. */
export function labelFromName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
