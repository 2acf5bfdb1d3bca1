import { useLayoutEffect } from 'preact/hooks';
import { adoptStyles } from './adopt-styles.ts';
import { usePanel } from './panel-model.ts';

/** Adopts the styles of a lazy component while it is mounted. The styles of all other components are in `panelStyles`. */
export function useStyles(styles: string | undefined): void {
  const { root } = usePanel();
  useLayoutEffect(() => (styles === undefined ? undefined : adoptStyles(root, styles)), [root, styles]);
}
