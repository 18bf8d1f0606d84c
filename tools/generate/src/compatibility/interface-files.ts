import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EventSchemas } from './event-breaks.js';
import type { ApiDocument } from './openapi-breaks.js';
import type { Schema } from './schema-breaks.js';
import type { DatabaseSchemas } from './sql-breaks.js';

/** Everything that others were written against, the previous release of our own services too. */
export interface PublishedInterface {
  readonly api: ApiDocument & { readonly info: { readonly version: string } };
  readonly events: EventSchemas;
  readonly databases: DatabaseSchemas;
}

interface Folders {
  readonly api: string;
  readonly events: string;
  readonly db: string;
}

const GENERATED: Folders = {
  api: 'docs/generated/openapi/openapi.json',
  events: 'docs/generated/events',
  db: 'docs/generated/db',
};
const BASELINES = 'docs/baseline';

export function generatedInterface(): PublishedInterface {
  return read(GENERATED);
}

/** The newest baseline. */
export function releasedInterface(): PublishedInterface {
  const newest = readdirSync(BASELINES)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1);
  if (!newest) throw new Error(`${BASELINES} is empty`);
  return read(foldersOf(newest));
}

/** From now on the generated interface is what others count on. */
export function release(): void {
  const { version } = generatedInterface().api.info;
  const baseline = foldersOf(version);
  cpSync(GENERATED.api, baseline.api);
  for (const part of ['events', 'db'] as const) {
    if (existsSync(baseline[part])) rmSync(baseline[part], { recursive: true });
    cpSync(GENERATED[part], baseline[part], { recursive: true });
  }
}

function foldersOf(version: string): Folders {
  const folder = join(BASELINES, version);
  return {
    api: join(folder, 'openapi.json'),
    events: join(folder, 'events'),
    db: join(folder, 'db'),
  };
}

function read({ api, events, db }: Folders): PublishedInterface {
  const text = (path: string): string => readFileSync(path, 'utf8');
  const each = <T>(folder: string, parse: (path: string) => T): Record<string, T> =>
    Object.fromEntries(
      readdirSync(folder)
        .toSorted()
        .map((name) => [name, parse(join(folder, name))]),
    );
  return {
    api: JSON.parse(text(api)) as PublishedInterface['api'],
    events: each(events, (path) => JSON.parse(text(path)) as Schema),
    databases: each(db, text),
  };
}
