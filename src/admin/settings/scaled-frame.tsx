import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type ScaledFrameProps = {
  /** Of the window in the frame, in pixels. */
  width: number;
  height: number;
  children: (style: { transform: string; marginInlineStart: string }) => ComponentChild;
};

/** A window of this size, scaled down if there is not enough room. */
export function ScaledFrame({ width, height, children }: ScaledFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setRoom(entry.contentRect.width);
    });
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / width);
  return (
    <div class="preview-box" ref={box} style={{ height: `${height * scale}px` }}>
      {children({
        transform: `scale(${scale})`,
        marginInlineStart: `${Math.max(0, room - width * scale) / 2}px`,
      })}
    </div>
  );
}
