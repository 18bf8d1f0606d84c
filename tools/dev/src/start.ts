import { parseArgs } from 'node:util';
import { Launcher } from './launcher.js';

try {
  const { values } = parseArgs({ options: { 'no-restart': { type: 'boolean', default: false } } });
  await new Launcher({ restart: !values['no-restart'] }).run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
