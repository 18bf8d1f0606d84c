export interface KafkaLayout {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataFolder: string;
}

/** One broker that is its own controller: small, local, nothing replicated. */
export function kafkaProperties({ port, controllerPort, dataFolder }: KafkaLayout): string {
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
    'broker.heartbeat.interval.ms': 500,
    'num.network.threads': 2,
    'num.io.threads': 4,
    // The default of 128 MB would be half of the heap, for topics that are never compacted.
    'log.cleaner.dedupe.buffer.size': 4 * 1024 * 1024,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
