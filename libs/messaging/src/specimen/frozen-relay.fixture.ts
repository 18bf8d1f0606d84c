import 'reflect-metadata';
import { KafkaEventPublisher } from '../outbox/event-publisher.js';
import { ParcelStage, type Scene } from './parcel-stage.fixture.js';

// A relay that is stopped (SIGSTOP) with a batch in its hands, before it reaches Kafka. It prints
// "holds a batch". Run as a process of its own: node frozen-relay.fixture.js <scene as JSON>

const [sceneJson = ''] = process.argv.slice(2);
const stage = ParcelStage.join(JSON.parse(sceneJson) as Scene);
const real = stage.publisher();
class Frozen extends KafkaEventPublisher {
  override async publish(messages: Parameters<KafkaEventPublisher['publish']>[0]): Promise<void> {
    process.stdout.write('holds a batch\n');
    process.kill(process.pid, 'SIGSTOP');
    await real.publish(messages);
    process.stdout.write('published late\n');
  }
}
stage.relay(new Frozen(stage.kafka)).start();
