import type { Browser } from 'playwright-core';
import { unpackedChromium } from './chromium-binary.js';

/**
 * A headless Chromium driven by Playwright; the caller closes it. `CHROMIUM_PATH` names another
 * binary (needed where npm brings none: anything but Linux). Web security stays on, so origins,
 * Content-Security-Policy and frame rules hold as they do for a payer.
 */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const named = process.env['CHROMIUM_PATH'];
  const { executablePath, env } = named
    ? { executablePath: named, env: {} }
    : await unpackedChromium();
  return chromium.launch({
    executablePath,
    env: { ...definedEnv(), ...env },
    // Root has no sandbox, and containers often have a tiny /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry) => entry[1] !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}
