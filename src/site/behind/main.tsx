import { render } from 'preact';
import { init } from '../../index.ts';
import { pollState } from './demo-client.ts';
import { FaultButtons } from './FaultButtons.tsx';
import { ProxyLane, ServiceLane, StorageLane, TrafficLane } from './lanes.tsx';
import { pollStorage } from './stored.ts';
import { recordTraffic } from './traffic.ts';

const page = document.querySelector<HTMLElement>('#behind');
if (page?.dataset.proxyUrl !== undefined) {
  recordTraffic();
  pollState();
  pollStorage();
  render(
    <>
      <FaultButtons />
      <div class="scene">
        <div id="chat" />
        <div class="lanes">
          <ProxyLane />
          <ServiceLane />
          <TrafficLane />
          <StorageLane />
        </div>
      </div>
    </>,
    page,
  );
  init({ proxyUrl: page.dataset.proxyUrl, target: '#chat' });
}
