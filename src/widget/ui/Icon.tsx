/** Stroke icons on a grid of 24 pixels, as SVG paths. */
export const icons = {
  close: 'M6 6l12 12M18 6L6 18',
  larger: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  smaller: 'M20 10h-6V4M14 10l6-6M4 14h6v6M10 14l-6 6',
  more: 'M5 11.2a.8.8 0 1 0 .1 0M12 11.2a.8.8 0 1 0 .1 0M19 11.2a.8.8 0 1 0 .1 0',
  open: 'M7 10l5 5 5-5',
  send: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  alert: 'M12 8v5M12 16.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  offline: 'M7 18a4.5 4.5 0 0 1-.8-8.9M10 6.3a6 6 0 0 1 7.8 4.3A3.8 3.8 0 0 1 20 17M4 4l16 16M10 18h5',
  refresh: 'M20 6v5h-5M4 18v-5h5M6 9a7 7 0 0 1 12-2l2 4M18 15a7 7 0 0 1-12 2l-2-4',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  contact: 'M4 5h16v14H4ZM9 9.5a1.8 1.8 0 1 0 .1 0M6.5 16a2.8 2.8 0 0 1 5 0M14.5 10h3M14.5 14h3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  stop: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9 9h6v6H9Z',
  plus: 'M12 5v14M5 12h14',
  save: 'M12 4v10M8 10.5l4 4 4-4M5 19h14',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8Z',
  sound: 'M18 15V10a6 6 0 1 0-12 0v5l-1.5 2h15ZM10.5 20h3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c5 5 5 13 0 18-5-5-5-13 0-18Z',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  phone: 'M6 4h3l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z',
  pen: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
  info: 'M12 11v5.5M12 7.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
};

export function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
