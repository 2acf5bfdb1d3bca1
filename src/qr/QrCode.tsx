import encodeQR from 'qr';

/** Empty modules around the code, without which some readers do not find it. */
const margin = 4;

type QrCodeProps = {
  address: string;
  /** The name of the file. */
  file: string;
  /** Classes of the link. */
  linkClass?: string;
};

/** The QR code of an address, with a link that saves it as an SVG, for print in any size. */
export function QrCode({ address, file, linkClass }: QrCodeProps) {
  const { size, path } = drawCode(address);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return (
    <div class="qr-code">
      <svg viewBox={`0 0 ${size} ${size}`} width="200" height="200" role="img" aria-label={`QR code of ${address}`}>
        {/* White also on a dark page: readers need dark modules on a light ground. */}
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <a class={linkClass} download={file} href={`data:image/svg+xml,${encodeURIComponent(svg)}`}>
        Download the QR code (SVG)
      </a>
    </div>
  );
}

/** The dark modules as one path, row by row. */
function drawCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: margin });
  const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size: rows.length, path };
}
