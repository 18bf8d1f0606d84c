import { printsUsage } from '@towpath/config';
import { eventBreaks } from './compatibility/event-breaks.js';
import { generatedInterface, release, releasedInterface } from './compatibility/interface-files.js';
import { openApiBreaks } from './compatibility/openapi-breaks.js';
import { sqlBreaks } from './compatibility/sql-breaks.js';

// Compares docs/generated with the newest of docs/baseline. `--release` makes the generated the released one.
const purpose =
  'Lists what breaks those who use the newest of docs/baseline; --release replaces it.';
if (printsUsage({ options: '[--release]', purpose })) process.exitCode = 0;
else if (process.argv.includes('--release')) {
  release();
  process.stdout.write(
    `Version ${releasedInterface().api.info.version} is what others count on.\n`,
  );
} else {
  const [released, current] = [releasedInterface(), generatedInterface()];
  const breaks = [
    ...openApiBreaks({ released: released.api, current: current.api }),
    ...eventBreaks(released.events, current.events),
    ...sqlBreaks(released.databases, current.databases),
  ];
  for (const sentence of breaks) process.stderr.write(`${sentence}\n`);
  if (breaks.length > 0) {
    const { version } = released.api.info;
    process.stderr.write(
      `\nThis breaks those who were written against ${version}: see docs/adr/0017-compatibility.md.\n`,
    );
    process.exitCode = 1;
  }
}
