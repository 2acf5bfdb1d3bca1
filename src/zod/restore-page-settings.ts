import { pageSettings, settingsName } from './set-page-settings-aside.ts';

if (pageSettings) Object.defineProperty(globalThis, settingsName, pageSettings);
else Reflect.deleteProperty(globalThis, settingsName);
