/** A link to the site's contact address, or undefined without one. Other protocols, such as `javascript:`, are refused. */
export function createContactLink(contact: unknown): HTMLElement | undefined {
  if (!/^(mailto|tel|https):/.test(`${contact}`)) return undefined;
  const link = document.createElement('a');
  link.href = `${contact}`;
  link.textContent = link.host + link.pathname;
  return link;
}
