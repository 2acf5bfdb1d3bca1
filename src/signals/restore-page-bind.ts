import { pageBind } from './set-page-bind-aside.ts';

if (pageBind?.configurable) Object.defineProperty(Function.prototype, 'bind', pageBind);
