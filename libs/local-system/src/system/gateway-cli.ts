import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../servers/start-error.js';
import { builtProgram, inheritedVariables } from './service-process.js';
import type { Environment } from './environment.js';

const DEADLINE_MS = 60_000;
/** Most output lines of a failed command that the error contains. */
const MAX_LINES = 200;

/** The parts of a running system that the gateway's command line needs; a `System` has them. */
export interface GatewayHost {
  readonly layout: { readonly root: string };
  service(name: string): { readonly environment: Environment };
}

/**
 * Runs the gateway's command line against a running system and returns its output, parsed from
 * JSON. Throws DIED with the command's own message if it fails.
 */
export async function runGatewayCli(
  system: GatewayHost,
  args: readonly string[],
): Promise<unknown> {
  const { program, ...place } = gatewayProgram(system, 'cli.js');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
      ...place,
      timeout: DEADLINE_MS,
    });
    return JSON.parse(stdout);
  } catch (error) {
    const { message, stderr, stdout } = error as Error & { stderr?: string; stdout?: string };
    // a command that found something prints what it found
    const lines = (stderr || stdout || message).split('\n').filter((line) => line.trim() !== '');
    const command = args.slice(0, 2).join(' ');
    throw new StartError(
      'DIED',
      `The gateway's command "${command}" failed.`,
      lines.slice(-MAX_LINES),
    );
  }
}

interface GatewayProgram {
  readonly program: string;
  readonly cwd: string;
  readonly env: Environment;
}

/** A program of the command line, and where it runs. */
export function gatewayProgram(
  system: GatewayHost,
  program: 'cli.js' | 'cli-lines.js',
): GatewayProgram {
  const { root } = system.layout;
  return {
    program: builtProgram({ root, folder: 'apps/gateway', program }),
    cwd: root,
    env: {
      ...inheritedVariables(),
      ...system.service('gateway').environment,
      LOG_LEVEL: 'silent',
    },
  };
}
