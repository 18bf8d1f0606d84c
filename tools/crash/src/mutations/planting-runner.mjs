// Jest's `testRunner` for one planted fault: the module gets its faulty text, and only the named test
// runs. Each file runs in a process of its own, because a process keeps the modules that it loaded.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, transpile } from '../../../../libs/testing/jest/native/compile.mjs';
import runFile from '../../../../libs/testing/jest/native/runner.mjs';

const { mutate } = await import('./mutation.ts');
let planted;

registerHooks({
  load(url, context, next) {
    if (url !== planted?.url) return next(url, context);
    const path = join(ROOT, planted.module);
    const source = transpile(mutate(readFileSync(path, 'utf8'), planted), path);
    planted.isLoaded = true;
    return { format: 'module', source, shortCircuit: true };
  },
});

export default async function runPlanted(globalConfig, config, ...others) {
  if (planted) throw new Error('this process has a fault already');
  const { fault, testNamePattern, outcome } = config.testEnvironmentOptions;
  planted = { ...fault, url: pathToFileURL(join(ROOT, fault.module)).href };
  const result = await runFile({ ...globalConfig, testNamePattern }, config, ...others);
  const ran = result.testResults.filter(({ status }) => status === 'passed' || status === 'failed');
  const tests = ran.map(({ status, failureMessages }) => ({ status, failureMessages }));
  const { isLoaded = false } = planted;
  const error = result.testExecError?.message;
  writeFileSync(outcome, JSON.stringify({ isLoaded, tests, error }));
  return result;
}
