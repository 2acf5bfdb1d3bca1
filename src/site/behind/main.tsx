import { render } from 'preact';
import { init } from '../../index.ts';
import { pollState } from './demo-client.ts';
import { Hints } from './Hints.tsx';
import { ProxyLane, ServiceLane, StorageLane, TrafficLane } from './lanes.tsx';
import { Stations } from './Stations.tsx';
import { Story } from './Story.tsx';
import { pollStorage } from './stored.ts';
import { followStory } from './story.ts';
import { recordTraffic } from './traffic.ts';

const page = document.querySelector<HTMLElement>('#behind');
if (page?.dataset.proxyUrl !== undefined) {
  recordTraffic();
  pollState();
  pollStorage();
  followStory();
  render(
    <>
      <Stations />
      <div class="scene">
        <div id="chat" />
        <div class="scene-side">
          <Hints onNewVisitor={() => widget.reset()} />
          <Story />
        </div>
      </div>
      <h2 class="details-title">In detail</h2>
      <div class="lanes">
        <TrafficLane />
        <div class="lane-column">
          <ProxyLane />
          <ServiceLane />
          <StorageLane />
        </div>
      </div>
    </>,
    page,
  );
  const widget = init({ proxyUrl: page.dataset.proxyUrl, target: '#chat' });
}
