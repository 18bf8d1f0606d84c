import { Module, type DynamicModule } from '@nestjs/common';
import { DeliveringModule } from './delivering/delivering.module.js';
import { EndpointsModule } from './endpoints/endpoints.module.js';
import { RecordingModule } from './recording/recording.module.js';
import { DeliveryDoorbell } from './endpoints/webhook-endpoints/delivery-doorbell.js';
import { OperatorsModule } from './operators/operators.module.js';
import { RealTime } from './time/real-time.js';
import type { WebhookDispatchConfig } from './webhook-dispatch.config.js';

/** The areas of this service, and what all of them share. */
@Module({})
export class AppModule {
  static forRoot({ allowedTargets, maxInFlight }: WebhookDispatchConfig): DynamicModule {
    const endpoints = EndpointsModule.forRoot(allowedTargets);
    const recording = RecordingModule.forRoot(endpoints);
    const delivering = DeliveringModule.forRoot([endpoints, recording], maxInFlight);
    return {
      module: AppModule,
      global: true,
      imports: [endpoints, recording, delivering, OperatorsModule.forRoot([endpoints, delivering])],
      providers: [RealTime, DeliveryDoorbell],
      exports: [RealTime, DeliveryDoorbell],
    };
  }
}
