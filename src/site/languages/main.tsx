import { render } from 'preact';
import { answerPreviews } from '../preview/proxy-relay.ts';
import { Languages } from './Languages.tsx';

const element = document.querySelector<HTMLElement>('#languages');
if (element?.dataset.proxyUrl !== undefined) {
  answerPreviews(element.dataset.proxyUrl);
  render(<Languages proxyUrl={element.dataset.proxyUrl} />, element);
}
