import { render } from 'preact';
import { answerPreviews } from '../preview/proxy-relay.ts';
import { Themes } from './Themes.tsx';

const element = document.querySelector<HTMLElement>('#themes');
if (element?.dataset.proxyUrl !== undefined) {
  answerPreviews(element.dataset.proxyUrl);
  render(<Themes />, element);
}
