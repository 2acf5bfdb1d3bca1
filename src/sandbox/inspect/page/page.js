import { element, redraw } from './elements.js';
import { wireFaults } from './faults.js';
import { sections } from './sections.js';

const refreshMs = 1500;
const status = document.querySelector('#status');
const pause = document.querySelector('#pause');
/** The data of each section as it was last drawn, as JSON. */
const drawn = new Map();

async function read(path) {
  const response = await fetch(`/sandbox/${path}`);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response.json();
}

/** Redraws only the sections whose data changed, so the rest keeps its scroll position and selection. */
function draw(data) {
  for (const [name, render] of Object.entries(sections)) {
    const text = JSON.stringify(data[name]);
    if (data[name] === undefined || drawn.get(name) === text) continue;
    drawn.set(name, text);
    redraw(document.querySelector(`#${name}`), render(data[name]));
  }
}

function drawCounts(data) {
  const links = ['leads', 'conversations', 'enrolments', 'calls', 'faults', 'requests'].map((name) => {
    const title = document.querySelector(`#${name}-title`).textContent;
    return element('a', { href: `#${name}` }, `${title} ${data[name].length}`);
  });
  const nav = document.querySelector('#counts');
  const text = links.map((link) => link.textContent).join();
  if (nav.textContent !== text.replaceAll(',', '')) nav.replaceChildren(...links);
}

async function refresh() {
  try {
    const [state, { requests }, { faults }] = await Promise.all([read('state'), read('requests'), read('faults')]);
    const data = { ...state, requests, faults };
    draw(data);
    drawCounts(data);
    status.textContent = 'Live';
    status.classList.remove('broken');
  } catch (error) {
    status.textContent = `Can’t reach the sandbox: ${error.message}`;
    status.classList.add('broken');
  }
}

function isPaused() {
  return pause.getAttribute('aria-pressed') === 'true';
}

async function poll() {
  if (!isPaused() && document.visibilityState === 'visible') await refresh();
  setTimeout(poll, refreshMs);
}

pause.addEventListener('click', () => {
  pause.setAttribute('aria-pressed', String(!isPaused()));
  pause.textContent = isPaused() ? 'Resume' : 'Pause';
  status.textContent = isPaused() ? 'Paused' : 'Live';
});

document.querySelector('#reset').addEventListener('click', async () => {
  if (!confirm('Delete all leads, enrollments, calls and conversations?')) return;
  await fetch('/sandbox/reset', { method: 'POST' });
  await refresh();
});

const about = await read('about');
draw({ about });
wireFaults(about, refresh);
await poll();
