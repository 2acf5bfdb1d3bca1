/** Two soft tones, made here: no file to fetch. */
export function createChime(): () => void {
  const audio = new AudioContext();
  return () => {
    const begin = audio.currentTime;
    for (const [index, frequency] of [660, 880].entries()) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const at = begin + index * 0.12;
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.3);
    }
  };
}
