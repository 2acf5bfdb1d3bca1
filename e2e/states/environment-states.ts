import { documentedThemes } from '../../build/site/documented-themes.ts';
import { expect } from '../support/stack.ts';
import type { DesignedState } from './designed-state.ts';
import type { Stage } from './stage.ts';

/** The widget in different languages, window sizes and color schemes. */
export const environmentStates: readonly DesignedState[] = [
  {
    name: 'From right to left, form',
    part: 'right to left',
    async reach(stage) {
      await stage.visit();
      await stage.call('setLocale', 'ar');
      await stage.page.getByRole('button', { name: 'Open chat' }).or(stage.page.locator('button.launcher')).click();
      await expect(stage.dialog).toHaveAttribute('dir', 'rtl');
      await expect(stage.dialog.getByRole('combobox')).toBeAttached();
    },
  },
  {
    name: 'From right to left, chat',
    part: 'right to left',
    async reach(stage) {
      await stage.chat();
      await stage.call('setLocale', 'ar');
      await expect(stage.dialog).toHaveAttribute('dir', 'rtl');
      await stage.dialog.getByRole('textbox').fill('هل لديكم موعد يوم الخميس؟');
      await stage.page.keyboard.press('Enter');
      await expect(stage.dialog.getByRole('log')).toContainText('موعدان');
    },
  },
  {
    name: 'From right to left, times for a call',
    part: 'right to left',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'callback', locale: 'he', afterLead: 'thanks' });
      await stage.page.locator('button.launcher').click();
      await stage.dialog.getByRole('textbox', { name: 'טלפון' }).pressSequentially('(415) 555-2674');
      await stage.dialog.getByRole('button', { name: 'התקשרו אליי מאוחר יותר' }).click();
      await expect(stage.dialog.getByRole('radio').first()).toBeFocused();
    },
  },
  {
    name: 'Mixed directions, page from left to right',
    part: 'right to left',
    async reach(stage) {
      await stage.chat();
      await sayInBothDirections(stage);
    },
  },
  {
    name: 'Mixed directions, page from right to left',
    part: 'right to left',
    async reach(stage) {
      await stage.chat();
      await stage.call('setLocale', 'ar');
      await expect(stage.dialog).toHaveAttribute('dir', 'rtl');
      await sayInBothDirections(stage);
    },
  },
  {
    name: '320 pixels wide, form',
    part: 'small window',
    window: { width: 320, height: 640 },
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'complete' });
      await stage.openChat();
      await stage.fillForm({ phone: '(415) 555-26', email: 'ada@' });
      await stage.startChat();
      await expect(stage.dialog.getByText('Two digits are missing')).toBeAttached();
    },
  },
  {
    name: '320 pixels wide, chat',
    part: 'small window',
    window: { width: 320, height: 640 },
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
    },
  },
  {
    name: '200 % zoom',
    part: 'small window',
    window: { width: 640, height: 400, zoom: 2 },
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
    },
  },
  {
    name: 'Forced colors, form',
    part: 'forced colors',
    forcedColors: true,
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { form: 'complete' });
      await stage.openChat();
      await stage.fillForm({ phone: '(415) 555-26' });
      await stage.startChat();
      await expect(stage.phone).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'Forced colors, chat',
    part: 'forced colors',
    forcedColors: true,
    async reach(stage) {
      await stage.chat();
      await stage.askForOpening();
      await stage.openMenu();
    },
  },
  ...documentedThemes.map(({ name, css }) => ({
    name: `Theme ${name}`,
    part: 'theme' as const,
    async reach(stage: Stage) {
      await stage.chat();
      await stage.page.addStyleTag({ content: css });
      await stage.askForOpening();
    },
  })),
  {
    name: 'Launcher with words',
    part: 'launcher',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { launcherText: 'Questions?' });
      await expect(stage.page.getByRole('button', { name: 'Questions? Open chat' })).toBeVisible();
    },
  },
  {
    name: 'Launcher with a picture',
    part: 'launcher',
    async reach(stage) {
      await stage.visit();
      const picture =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 3c2-2 9-1 8 6-1 4-2 12-4 12s-2-6-4-6-2 6-4 6S5 13 4 9C3 2 10 1 12 3Z" fill="#fff"/></svg>';
      await stage.call('update', { launcherIcon: `data:image/svg+xml,${encodeURIComponent(picture)}` });
      await expect(stage.page.locator('button.launcher > img')).toBeVisible();
    },
  },
  {
    name: 'The panel cannot be loaded',
    part: 'loading',
    async reach(stage) {
      await stage.page.route('**/assets/panel-*.js', (route) => route.abort());
      await stage.page.route('**/panel.js', (route) => route.abort());
      await stage.visit();
      await stage.call('update', { contact: 'mailto:desk@northlight.example' });
      await stage.page.getByRole('button', { name: 'Open chat' }).click();
      await expect(stage.page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
  {
    name: 'Bright accent, form',
    part: 'theme',
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { color: '#ffee00', form: 'complete' });
      await stage.openChat();
      await expect(stage.phone).toBeVisible();
    },
  },
  {
    name: 'Hosted chat on a phone',
    part: 'small window',
    window: { width: 390, height: 844 },
    async reach(stage) {
      await stage.page.goto(`${stage.stack.proxy.url}/chat?form=steps`);
      await expect(stage.dialog.getByRole('button', { name: 'Next' })).toBeVisible();
    },
  },
  {
    name: 'Hosted chat on its side',
    part: 'small window',
    window: { width: 844, height: 390 },
    async reach(stage) {
      await stage.page.clock.setFixedTime('2026-11-19T10:24:00-08:00');
      await stage.page.goto(`${stage.stack.proxy.url}/chat`);
      await stage.fillLead();
      await stage.startChat();
      await expect(stage.log).toContainText('What can we do for you?');
    },
  },
  {
    name: 'In the page',
    part: 'small window',
    window: { width: 480, height: 800 },
    async reach(stage) {
      await stage.visit();
      await stage.call('update', { target: '#visit', leadForm: 'off' });
      await stage.call('open', undefined);
      await expect(stage.log).toContainText('What can we do for you?');
      await stage.askForOpening();
      await stage.dialog.scrollIntoViewIfNeeded();
    },
  },
];

/** The visitor and the agent each write one left-to-right and one right-to-left message. */
async function sayInBothDirections(stage: Stage): Promise<void> {
  for (const text of ['Do you have anything on Thursday after 4?', 'هل لديكم موعد يوم الخميس؟']) {
    await stage.dialog.getByRole('textbox').fill(text);
    await stage.page.keyboard.press('Enter');
  }
  await expect(stage.dialog.getByRole('log')).toContainText('موعدان');
}
