import { defineConfig } from 'vite';

// One file with all that it needs, and the licences of what is in it: the package has no dependency.
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    license: { fileName: 'licences.md' },
    rolldownOptions: { output: { entryFileNames: 'towpath.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
  logLevel: 'warn',
});
