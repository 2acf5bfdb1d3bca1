import { useEffect, useRef, useState } from 'preact/hooks';
import { previewRights } from '../../protocol/preview-rights.ts';

type PreviewFrameProps = {
  /** The URL of a page with the widget. When it changes, the widget starts as for a new visitor. */
  address: string | undefined;
  title: string;
  width: number;
  height: number;
  /** On a phone, shows the page as on a phone instead of scaling down a wider window. */
  isResponsive?: boolean;
  /** The box has its height from the page around it. The window is as large as it says, or at least so and fills the box. */
  fit?: 'keep' | 'grow';
};

/** Frames on a phone are narrower than this. */
const narrowWidth = 360;

/** A page in a window of this size, scaled down if there is not enough room. */
export function PreviewFrame({ address, title, isResponsive = false, fit, ...props }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useSize(box);
  const ownWidth = isResponsive && room.width < narrowWidth ? room.width : props.width;
  const scale = Math.min(1, room.width / ownWidth, fit === undefined ? 1 : room.height / props.height);
  const [width, height] = fit === 'grow' ? [room.width / scale, room.height / scale] : [ownWidth, props.height];
  return (
    <div
      class={fit === undefined ? 'preview-box' : 'preview-box is-fitted'}
      ref={box}
      style={fit === undefined ? { height: `${height * scale}px` } : {}}
    >
      {address !== undefined && (
        <iframe
          key={address}
          src={address}
          sandbox={previewRights}
          title={title}
          width={width}
          height={height}
          style={{
            transform: `scale(${scale})`,
            marginInlineStart: `${Math.max(0, room.width - width * scale) / 2}px`,
          }}
        />
      )}
    </div>
  );
}

function useSize(element: { current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 600, height: 400 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
