// npm run connector-check: as the specs do, it runs the sources themselves.
import { expect } from 'expect';
import '../../../../libs/testing/jest/native/modules.mjs';

globalThis.expect = expect;
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2), process);
