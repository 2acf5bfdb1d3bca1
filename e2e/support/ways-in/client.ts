import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h } from 'vue';
import '../../../src/adapters/element/define.ts';
import * as react from '../../../src/adapters/react/index.ts';
import * as vue from '../../../src/adapters/vue/index.ts';
import { init } from '../../../src/index.ts';

/** A customer's bundle with every way into the widget but the script tag. The page says which one it uses. */
const options = {
  ...Object(JSON.parse(document.body.dataset.options ?? '{}')),
  // Options that JSON cannot hold.
  ...Object(window).functions,
};
const main = document.querySelector('main') ?? document.body;

switch (document.body.dataset.way) {
  case 'npm':
    init(options);
    break;
  case 'react':
    createRoot(main).render(createElement(react.LeadChat, options));
    break;
  case 'vue':
    createApp(() => h(vue.LeadChat, options)).mount(main);
    break;
  case 'element':
    main.append(Object.assign(document.createElement('lead-chat'), options));
    break;
  default:
    throw new Error('the page names no way');
}
