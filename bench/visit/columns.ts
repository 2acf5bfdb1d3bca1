/** The columns of the tables of a visit. */
export const columns = {
  loadBytes: { name: 'page load', unit: 'kB' },
  loadRequests: { name: 'requests of the page load', unit: '' },
  bytes: { name: 'until answered', unit: 'kB' },
  requests: { name: 'requests until answered', unit: '' },
};
export const times = {
  bubble: { name: 'page load → bubble', unit: 'ms' },
  panel: { name: 'tap → panel', unit: 'ms' },
  text: { name: 'tap → text box', unit: 'ms' },
  form: { name: 'tap → form usable', unit: 'ms' },
  answer: { name: 'tap → first answer', unit: 'ms' },
  afterForm: { name: 'form sent → first answer', unit: 'ms' },
};
