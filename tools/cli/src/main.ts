#!/usr/bin/env node
import { CommanderError } from 'commander';
import { failureOf } from './failure.js';
import { commands } from './commands.js';

/** Help that was asked for is no failure; all else that the parser refuses is a wrong command line. */
const USAGE = 2;
const isJson = process.argv.includes('--json');

try {
  await commands(process.env).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  } else {
    const { exitCode, text, document } = failureOf(error);
    if (isJson) process.stdout.write(`${JSON.stringify(document)}\n`);
    else process.stderr.write(`${text}\n`);
    process.exitCode = exitCode;
  }
}
