/** The heading of the page, with leadchat's logo. */
export function Brand() {
  return (
    <h1>
      <svg
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d="M4 11.5a7.5 7.5 0 0 1 7.5-7.5h1a7.5 7.5 0 0 1 0 15H5.2a.7.7 0 0 1-.6-1l.9-2A7.4 7.4 0 0 1 4 11.5Z" />
        <path d="M9 11.5h.01M12.5 11.5h.01M16 11.5h.01" />
      </svg>
      leadchat <span>dashboard</span>
    </h1>
  );
}
