import { element, redraw } from './elements.js';
import { wireFaults } from './faults.js';
import { sections } from './sections.js';

const refreshMs = 1500;
const status = document.querySelector('#status');
const pause = document.querySelector('#pause');
/** The number of entries of a section, in the link that leads to it. */
const counts = new Map(
  ['leads', 'conversations', 'enrolments', 'calls', 'faults', 'requests'].map((name) => {
    const title = document.querySelector(`#${name}-title`).textContent;
    const count = element('b');
    document.querySelector('#counts').append(element('a', { href: `#${name}` }, `${title} `, count));
    return [name, count];
  }),
);
let isPaused = false;
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
  for (const [name, count] of counts) count.textContent = String(data[name].length);
}

async function refresh() {
  try {
    const [state, { requests }, { faults }] = await Promise.all([read('state'), read('requests'), read('faults')]);
    const data = { ...state, requests, faults };
    draw(data);
    drawCounts(data);
    showStatus('Live', 'is-live');
  } catch (error) {
    showStatus(`Can’t reach the sandbox: ${error.message}`, 'is-broken');
  }
}

/** A status that has not changed is not announced again. */
function showStatus(text, kind) {
  if (status.textContent !== text) status.textContent = text;
  status.className = `live ${kind}`;
}

async function poll() {
  if (!isPaused && document.visibilityState === 'visible') await refresh();
  setTimeout(poll, refreshMs);
}

pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.textContent = isPaused ? 'Resume' : 'Pause';
  if (isPaused) showStatus('Paused', '');
  else refresh();
});

const confirmation = document.querySelector('#confirm-reset');
document.querySelector('#reset').addEventListener('click', () => confirmation.showModal());
document.querySelector('#cancel-reset').addEventListener('click', () => confirmation.close());
document.querySelector('#delete-all').addEventListener('click', async () => {
  confirmation.close();
  await fetch('/sandbox/reset', { method: 'POST' });
  await refresh();
});

const about = await read('about');
draw({ about, numbers: about.simulated_numbers });
if (about.site_url !== null) pause.before(element('a', { class: 'button', href: about.site_url }, 'Back to the demo'));
wireFaults(about, refresh);
await poll();
