import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { usePanel } from '../panel-model.ts';

/** Plays two soft tones for each message of an agent while the sound is on. */
export function useChime(isSoundOn: ReadonlySignal<boolean>): void {
  const { chat } = usePanel();
  const audio = useSignal<AudioContext | null>(null);
  // Created in the handler of the visitor's click, as Safari requires, and kept while the chat behind it changes.
  useSignalEffect(() => {
    if (!isSoundOn.value) return;
    const context = new AudioContext();
    audio.value = context;
    return () => {
      audio.value = null;
      void context.close();
    };
  });
  useSignalEffect(() => {
    const context = audio.value;
    return context === null ? undefined : chat.value?.on('message:received', () => playChime(context));
  });
}

function playChime(audio: AudioContext): void {
  const start = audio.currentTime;
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = start + index * 0.12;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}
