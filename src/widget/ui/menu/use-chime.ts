import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usePanel } from '../panel-model.ts';

export type Chime = { readonly isOn: boolean; setOn(on: boolean): void };

/** While it is on, plays two soft tones for each message of an agent. */
export function useChime(): Chime {
  const { chat, isHidden } = usePanel();
  const audio = useSignal<AudioContext | null>(null);
  useSignalEffect(() => {
    const context = audio.value;
    if (context === null || isHidden.value) return;
    return chat.value?.on('message:received', () => playTones(context));
  });
  const setOn = (on: boolean) => {
    void audio.peek()?.close();
    // Must run in the handler of a click: browsers allow sound only after one.
    audio.value = on ? new AudioContext() : null;
  };
  useEffect(() => () => void audio.peek()?.close(), [audio]);
  return { isOn: audio.value !== null, setOn };
}

function playTones(audio: AudioContext): void {
  const start = audio.currentTime;
  for (const { frequency, delay } of [
    { frequency: 660, delay: 0 },
    { frequency: 880, delay: 0.12 },
  ]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = start + delay;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}
