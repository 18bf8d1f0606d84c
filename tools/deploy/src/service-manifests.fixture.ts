import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A generated manifest: what a platform needs to know of a service. */
export interface ServiceManifest {
  readonly service: string;
  readonly calls: readonly string[];
  readonly keyPurposes: readonly string[];
  readonly variables: readonly ManifestVariable[];
  readonly topics: Readonly<Record<'writes' | 'reads' | 'deadLetters', readonly string[]>>;
  readonly consumerGroup?: string;
}

export interface ManifestVariable {
  readonly name: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly default?: string;
}

const FOLDER = 'docs/generated/manifests';

export function readManifests(): readonly ServiceManifest[] {
  return readdirSync(FOLDER)
    .filter((file) => file !== 'topics.json')
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as ServiceManifest);
}

/** As it is in the environment: a secret is a file. */
export function environmentName({ name, secret }: ManifestVariable): string {
  return secret ? `${name}_FILE` : name;
}
