/** A set of stroke icons on a 24 grid, as paths; parts that are loaded later bring their own ones. */
export const icons = {
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 11.2a.8.8 0 1 0 .1 0M12 11.2a.8.8 0 1 0 .1 0M19 11.2a.8.8 0 1 0 .1 0',
  open: 'M7 10l5 5 5-5',
  send: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  alert: 'M12 8v5M12 16.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  offline: 'M7 18a4.5 4.5 0 0 1-.8-8.9M10 6.3a6 6 0 0 1 7.8 4.3A3.8 3.8 0 0 1 20 17M4 4l16 16M10 18h5',
  refresh: 'M20 6v5h-5M4 18v-5h5M6 9a7 7 0 0 1 12-2l2 4M18 15a7 7 0 0 1-12 2l-2-4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  phone: 'M6 4h3l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z',
  info: 'M12 11v5.5M12 7.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
};

export function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
