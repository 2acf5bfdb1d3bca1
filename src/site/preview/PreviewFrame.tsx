import { useEffect, useRef, useState } from 'preact/hooks';

type PreviewFrameProps = {
  /** Address of a page with the widget. A new one is a new page: the widget starts as for a new visitor. */
  address: string | undefined;
  title: string;
  width: number;
  height: number;
  /** On a phone, shows what a phone shows instead of a smaller picture of a wider window. */
  isResponsive?: boolean;
};

/** Frames in a column of a phone are narrower than this. */
const narrowWidth = 360;

/** A page in a window of this size, made smaller if there is not enough room for it. */
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
