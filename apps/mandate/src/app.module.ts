import { Module, type DynamicModule } from '@nestjs/common';
import type { MandateConfig } from './mandate.config.js';
import { MandatesModule } from './mandates/mandates.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({})
export class AppModule {
  static forRoot(_config: MandateConfig): DynamicModule {
    return { module: AppModule, imports: [MandatesModule] };
  }
}
