import { LeadChat } from 'leadchat/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
createRoot(root).render(createElement('p', {}, 'An application.', createElement(LeadChat, { ...root.dataset })));
