/** Whether the URL contains the parts of the pattern in their order. `*` stands for anything between them. */
export function matchesUrl(pattern = '', url: string): boolean {
  let from = 0;
  return pattern.split('*').every((part) => {
    const at = url.indexOf(part, from);
    from = at + part.length;
    return at !== -1;
  });
}
