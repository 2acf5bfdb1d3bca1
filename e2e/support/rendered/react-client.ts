import { hydrateRoot } from 'react-dom/client';
import * as entry from '../../../src/adapters/react/index.ts';
import { reactPage } from './react-page.ts';

const main = document.querySelector('main');
if (main !== null) hydrateRoot(main, reactPage(entry, document.body.dataset.proxy ?? ''));
