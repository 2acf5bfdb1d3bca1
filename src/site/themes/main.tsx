import { render } from 'preact';
import { Themes } from './Themes.tsx';

const element = document.querySelector('#themes');
if (element !== null) render(<Themes />, element);
