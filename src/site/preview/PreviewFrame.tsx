import { useEffect, useRef, useState } from 'preact/hooks';

type PreviewFrameProps = {
  /** The URL of a page with the widget. When it changes, the widget starts as for a new visitor. */
  address: string | undefined;
  title: string;
  width: number;
  height: number;
  /** On a phone, shows the page as on a phone instead of scaling down a wider window. */
  isResponsive?: boolean;
};

/** Frames on a phone are narrower than this. */
const narrowWidth = 360;

/** A page in a window of this size, scaled down if there is not enough room. */
export function PreviewFrame({ address, title, height, isResponsive = false, ...props }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(box);
  const width = isResponsive && boxWidth < narrowWidth ? boxWidth : props.width;
  const scale = Math.min(1, boxWidth / width);
  return (
    <div class="preview-box" ref={box} style={{ height: `${height * scale}px` }}>
      {address !== undefined && (
        <iframe
          key={address}
          src={address}
          title={title}
          width={width}
          height={height}
          style={{
            transform: `scale(${scale})`,
            marginInlineStart: `${Math.max(0, boxWidth - width * scale) / 2}px`,
          }}
        />
      )}
    </div>
  );
}

function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
