import { defineConfig } from 'vite';

// The reader's worker loads its decoders when it needs them, which only modules can.
export default defineConfig({ worker: { format: 'es' } });
