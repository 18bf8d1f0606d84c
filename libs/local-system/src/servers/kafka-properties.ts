export interface KafkaLayout {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataFolder: string;
  /**
   * Port of the broker itself if `port` is for users with a name (SASL, `plain`). On `port`, an ACL
   * must then permit each action of every user except `admin`.
   */
  readonly brokerPort?: number | undefined;
  /** For users: key and certificate of the broker (PKCS 12); the port then uses TLS. */
  readonly keyStore?: KeyStore | undefined;
}

export interface KeyStore {
  readonly file: string;
  readonly password: string;
}

/** One broker that is its own controller: small, local, nothing replicated. */
export function kafkaProperties(layout: KafkaLayout): string {
  const { port, controllerPort, dataFolder } = layout;
  const settings: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `BROKER://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `BROKER://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'BROKER',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': dataFolder,
    'auto.create.topics.enable': 'false',
    'default.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // After kill -9 the controller refuses the new broker until the session of the old one is over.
    'broker.session.timeout.ms': 3000,
    'broker.heartbeat.interval.ms': 1000,
    // A controller without changes writes and reads a record twice a second, only to prove that it lives.
    'metadata.max.idle.interval.ms': 0,
    'num.network.threads': 2,
    'num.io.threads': 4,
    // The default of 128 MB would be half of the heap, for topics that are never compacted.
    'log.cleaner.dedupe.buffer.size': 4 * 1024 * 1024,
    ...withUsers(layout),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** The port of users requires a name; the broker itself uses the other two. */
function withUsers(layout: KafkaLayout): Record<string, string> {
  const { port, brokerPort, controllerPort, keyStore } = layout;
  if (brokerPort === undefined) return {};
  const users = keyStore ? 'SASL_SSL' : 'SASL_PLAINTEXT';
  const ports = { USERS: port, BROKER: brokerPort, CONTROLLER: controllerPort };
  const listeners = Object.entries(ports).map(([name, at]) => `${name}://127.0.0.1:${at}`);
  return {
    listeners: listeners.join(','),
    'advertised.listeners': listeners.slice(0, 2).join(','),
    'listener.security.protocol.map': `USERS:${users},BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT`,
    'sasl.enabled.mechanisms': 'PLAIN',
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:admin;User:ANONYMOUS',
    ...(keyStore && {
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': keyStore.file,
      'ssl.keystore.password': keyStore.password,
    }),
  };
}
