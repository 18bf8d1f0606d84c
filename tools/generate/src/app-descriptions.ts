import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ConfigRow } from '@towpath/config';
import { SERVICE_NAMES } from '@towpath/contracts';
import type { StateMachine } from '@towpath/kernel';
import type { RetentionRule } from '@towpath/persistence';

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;

export type DescribedMachine = Pick<
  StateMachine<string, string, string>,
  'name' | 'states' | 'edges' | 'readOnlyStates'
>;

/** Description of an app, made without listening or connecting. */
export interface AppDescription {
  readonly service: string;
  readonly openapi: OpenApiPart;
  /** What it answers operators. */
  readonly operators: OpenApiPart;
  readonly config: readonly ConfigRow[];
  readonly machines: readonly DescribedMachine[];
  readonly retention: readonly RetentionRule[];
  /** Services whose internal port it calls, besides the gateway's. */
  readonly calls: readonly string[];
  readonly keyPurposes: readonly string[];
  /** Topics that it has handlers for. */
  readonly reads: readonly string[];
}

export interface OpenApiPart {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
}

/** Asks every built app to describe itself; each in a process of its own. */
export async function describeApps(): Promise<readonly AppDescription[]> {
  const descriptions: AppDescription[] = [];
  for (const service of SERVICE_NAMES) {
    const script = `apps/${service}/dist/generate.js`;
    if (!existsSync(script)) continue;
    const { stdout } = await run(process.execPath, [script], { maxBuffer: MAX_BYTES });
    descriptions.push(JSON.parse(stdout) as AppDescription);
  }
  return descriptions;
}
