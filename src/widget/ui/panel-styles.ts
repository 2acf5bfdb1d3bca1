import avatar from './Avatar.css?inline';
import banner from './banner/Banner.css?inline';
import base from './base.css?inline';
import composer from './composer/Composer.css?inline';
import header from './header/Header.css?inline';
import log from './log/Log.css?inline';
import message from './log/Message.css?inline';
import menu from './menu/Menu.css?inline';
import notifications from './notifications/Notifications.css?inline';
import panel from './Panel.css?inline';
import starters from './starters/Starters.css?inline';
import tokens from './tokens.css?inline';

/** The styles of all components that are not lazy, in one sheet, because each sheet costs a style calculation. */
export const panelStyles = [
  tokens,
  base,
  panel,
  header,
  avatar,
  banner,
  log,
  message,
  composer,
  starters,
  menu,
  notifications,
].join('\n');
