import { render } from 'preact';
import { Languages } from './Languages.tsx';

const element = document.querySelector<HTMLElement>('#languages');
if (element?.dataset.proxyUrl !== undefined) render(<Languages proxyUrl={element.dataset.proxyUrl} />, element);
