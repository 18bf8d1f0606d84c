import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeMount {
  readonly type: string;
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
}

export interface ComposeService {
  readonly image: string;
  readonly build?: object;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly init?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly (ComposeMount | string)[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: {
    readonly test?: readonly string[];
    readonly disable?: boolean;
    readonly start_interval?: string;
  };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, object>>;
}

export const COMPOSE_PATH = 'docker/compose.yaml';

/** The compose file with the settings of its user filled in, as `docker compose` would read it. */
export function readCompose(settings: Readonly<Record<string, string>> = {}): ComposeFile {
  const fill = (text: string): string =>
    text.replace(
      /\$\{(\w+):-([^}]*)\}/g,
      (...[, name = '', fallback = '']: string[]) => settings[name] || fallback,
    );
  const file: unknown = parse(readFileSync(COMPOSE_PATH, 'utf8'), {
    merge: true,
    reviver: (_key, value: unknown) => (typeof value === 'string' ? fill(value) : value),
  });
  const left = JSON.stringify(file).match(/\$\{\w+/);
  if (left) throw new Error(`${COMPOSE_PATH} has ${left[0]} without a default`);
  return file as ComposeFile;
}

/** Services that run this repository's image. */
export function ownServices({ services }: ComposeFile): [string, ComposeService][] {
  return Object.entries(services).filter(([, { image }]) => image === services['migrate']?.image);
}

/** Names in waves: those of a wave wait for nothing but earlier ones. Throws for a circle. */
export function startWaves({ services }: ComposeFile): string[][] {
  const waves: string[][] = [];
  const started = new Set<string>();
  while (started.size < Object.keys(services).length) {
    const wave = Object.entries(services)
      .filter(([name]) => !started.has(name))
      .filter(([, { depends_on = {} }]) => Object.keys(depends_on).every((on) => started.has(on)))
      .map(([name]) => name);
    if (wave.length === 0) throw new Error('some services wait for each other in a circle');
    for (const name of wave) started.add(name);
    waves.push(wave);
  }
  return waves;
}

/** The folder of secrets that a service mounts; undefined for one without. */
export function secretsMountOf({ volumes = [] }: ComposeService): ComposeMount | undefined {
  return volumes.find(
    (volume): volume is ComposeMount =>
      typeof volume === 'object' && volume.target === '/run/secrets',
  );
}
