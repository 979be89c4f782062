import { createSounds, createSpeaker, createVibration, scanSounds, scanVibrations } from '@scantix/feedback';

const speaker = createSpeaker();
const sounds = createSounds({ speaker, sounds: scanSounds, volume: () => 0.6 });
const vibration = createVibration({ patterns: scanVibrations });

// Browsers play no audio before a user gesture.
document.addEventListener('submit', () => speaker.unlock(), { once: true });
sounds.play('tick');
vibration.play('tick'); // 30 ms
sounds.play('refused'); // a falling tone, 400 to 250 Hz
