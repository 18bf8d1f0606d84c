import type { ConfigRow } from '@towpath/config';
import {
  dltTopic,
  eventRegistry,
  TOPIC_PARTITIONS,
  TOPIC_RETENTION_DAYS,
  type ServiceName,
} from '@towpath/contracts';
import { DEAD_LETTER_PARTITIONS } from '@towpath/messaging';
import type { AppDescription } from './app-descriptions.js';
import { jsonOutput, type Output } from './outputs.js';

/** What a platform needs to know about a service, read from the service's own code. */
export interface ServiceManifest {
  readonly service: ServiceName;
  /** Variables that hold the numbers of its ports. */
  readonly ports: {
    readonly public: 'PORT';
    readonly internal: 'INTERNAL_PORT';
    readonly operator: 'OPERATOR_PORT';
  };
  /** Services whose internal port it calls. */
  readonly calls: readonly string[];
  /** A file `<service>.<purpose>.json` each. */
  readonly keyPurposes: readonly string[];
  readonly variables: readonly ManifestVariable[];
  readonly topics: {
    readonly writes: readonly string[];
    readonly reads: readonly string[];
    /** Its own, of the topics that it reads. */
    readonly deadLetters: readonly string[];
  };
  /** Its consumer group; absent when it reads nothing. */
  readonly consumerGroup?: string;
  readonly database: { readonly name: string; readonly roles: readonly string[] };
}

export type ManifestVariable = Pick<ConfigRow, 'name' | 'required' | 'secret' | 'default'>;

/** How every topic is made. */
export const TOPIC_SETTINGS = {
  partitions: TOPIC_PARTITIONS,
  deadLetterPartitions: DEAD_LETTER_PARTITIONS,
  retentionDays: TOPIC_RETENTION_DAYS,
};

const ROLES = ['owner', 'app', 'worker'];

export function manifestOf(app: AppDescription): ServiceManifest {
  const service = app.service as ServiceName;
  const own = eventRegistry.all().filter(({ owner }) => owner === service);
  const database = service.replaceAll('-', '_');
  return {
    service,
    ports: { public: 'PORT', internal: 'INTERNAL_PORT', operator: 'OPERATOR_PORT' },
    calls: [...new Set([...(service === 'gateway' ? [] : ['gateway']), ...app.calls])].sort(),
    keyPurposes: app.keyPurposes,
    variables: app.config.map(({ name, required, secret, default: fallback }) => ({
      name,
      required,
      secret,
      ...(fallback === undefined ? {} : { default: fallback }),
    })),
    topics: {
      writes: [...new Set(own.map(({ topic }) => topic))].sort(),
      reads: app.reads,
      deadLetters: app.reads.map((topic) => dltTopic(topic, service)),
    },
    ...(app.reads.length > 0 ? { consumerGroup: service } : {}),
    database: { name: database, roles: ROLES.map((role) => `${database}_${role}`) },
  };
}

export function manifestOutputs(manifests: readonly ServiceManifest[]): Output[] {
  return [
    ...manifests.map((manifest) => jsonOutput(`manifests/${manifest.service}.json`, manifest)),
    jsonOutput('manifests/topics.json', TOPIC_SETTINGS),
  ];
}
