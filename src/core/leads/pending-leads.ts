/** Where leads wait in the browser. */
export const leadsKey = 'leadchat:leads';

/** Whether an earlier page left leads, without the code that sends them. */
export function leadsWait(area: Pick<Storage, 'getItem'> | null): boolean {
  try {
    return area?.getItem(leadsKey) != null;
  } catch {
    return false;
  }
}
