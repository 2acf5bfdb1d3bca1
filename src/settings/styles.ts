import forms from './forms/forms.css?inline';
import look from './look.css?inline';
import pages from './pages/pages.css?inline';
import settings from './settings.css?inline';

/** The look of controls and cards, which the whole dashboard has. */
export const lookStyles = look;

/** What the pages of settings need besides that. */
export const settingsStyles = settings + pages + forms;
