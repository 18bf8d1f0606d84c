import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EventSchemas } from './event-breaks.js';
import type { ApiDocument } from './openapi-breaks.js';
import type { Schema } from './schema-breaks.js';

/** Everything that others were written against. */
export interface PublishedInterface {
  readonly api: ApiDocument & { readonly info: { readonly version: string } };
  readonly events: EventSchemas;
}

const GENERATED = { api: 'docs/generated/openapi/openapi.json', events: 'docs/generated/events' };
const RELEASED = { api: 'docs/released/openapi.json', events: 'docs/released/events' };

export function generatedInterface(): PublishedInterface {
  return read(GENERATED);
}

export function releasedInterface(): PublishedInterface {
  return read(RELEASED);
}

/** From now on the generated interface is what others count on. */
export function release(): void {
  cpSync(GENERATED.api, RELEASED.api);
  rmSync(RELEASED.events, { recursive: true, force: true });
  cpSync(GENERATED.events, RELEASED.events, { recursive: true });
}

function read({ api, events }: typeof GENERATED): PublishedInterface {
  const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const files = readdirSync(events).toSorted();
  return {
    api: json(api) as PublishedInterface['api'],
    events: Object.fromEntries(files.map((name) => [name, json(join(events, name)) as Schema])),
  };
}
