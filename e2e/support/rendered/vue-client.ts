import * as entry from '../../../src/adapters/vue/index.ts';
import { vuePage } from './vue-page.ts';

vuePage(entry, document.body.dataset.proxy ?? '').mount('main');
