import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { SERVICE_NAMES } from '@towpath/contracts';

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;

export interface DescribedEdge {
  readonly from: string | null;
  readonly command: string;
  readonly to: string;
  readonly event: string | null;
  readonly when: string;
  readonly correction?: boolean;
}

export interface DescribedMachine {
  readonly name: string;
  readonly states: readonly string[];
  readonly edges: readonly DescribedEdge[];
  readonly readOnlyStates?: readonly string[];
}

export interface DescribedVariable {
  readonly name: string;
  readonly description: string;
  readonly example?: string;
  readonly default?: string;
  readonly required: boolean;
  readonly secret: boolean;
}

export interface DescribedRetention {
  readonly table: string;
  readonly column: string;
  readonly days: number;
  readonly reason: string;
}

/** Description of an app, made without listening or connecting. */
export interface AppDescription {
  readonly service: string;
  readonly openapi: OpenApiPart;
  readonly config: readonly DescribedVariable[];
  readonly machines: readonly DescribedMachine[];
  readonly retention: readonly DescribedRetention[];
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
