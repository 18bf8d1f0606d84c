import type { INestApplication } from '@nestjs/common';
import { KafkaEventStrategy } from './consume/kafka-event.strategy.js';

/**
 * Connects the handlers of an app that imports `MessagingModule`: call it once in `main.ts`, after
 * the app is created. They run once the app is initialised; `app.close()` ends them. The app's
 * global pipes, guards, filters and interceptors are made for HTTP and do not apply: the runner
 * validates, and decides on errors.
 */
export async function connectMessaging(app: INestApplication): Promise<void> {
  app.connectMicroservice({ strategy: app.get(KafkaEventStrategy) }, { inheritAppConfig: false });
  await app.startAllMicroservices();
}
