export { createMenu, type MenuProps, menuStyles } from './menu.tsx';
