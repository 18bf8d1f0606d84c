// Jest's `testRunner` for planted faults: the module of each gets its faulty text, and only the named
// test runs. A process keeps the modules that it loaded, so ours have an address for each fault. Those
// of libraries are loaded once for all.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, transpile } from '../../../../libs/testing/jest/native/compile.mjs';
import runFile from '../../../../libs/testing/jest/native/runner.mjs';

const { mutate } = await import('./mutation.ts');
const OURS = /^(?!.*\/node_modules\/).*\.ts$/;
let planted;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!planted || !OURS.test(found.url)) return found;
    return { ...found, url: `${found.url}?fault=${planted.name}` };
  },
  load(url, context, next) {
    if (url !== planted?.url) return next(url, context);
    const path = join(ROOT, planted.module);
    const source = transpile(mutate(readFileSync(path, 'utf8'), planted), path);
    planted.isLoaded = true;
    return { format: 'module', source, shortCircuit: true };
  },
});

export default async function runPlanted(globalConfig, config, ...others) {
  const { fault, testNamePattern, outcome } = config.testEnvironmentOptions;
  const { href } = pathToFileURL(join(ROOT, fault.module));
  planted = { ...fault, url: `${href}?fault=${fault.name}` };
  const result = await runFile({ ...globalConfig, testNamePattern }, config, ...others);
  const ran = result.testResults.filter(({ status }) => status === 'passed' || status === 'failed');
  const tests = ran.map(({ status, failureMessages }) => ({ status, failureMessages }));
  const { isLoaded = false } = planted;
  const error = result.testExecError?.message;
  writeFileSync(outcome, JSON.stringify({ isLoaded, tests, error }));
  return result;
}
