import { Module } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { KeyRotation } from '@towpath/service';
import { ChecklistKeyController } from './checklist-key.controller.js';
import { ChecklistKeys } from './checklist-keys.js';

/** The keys that payers encrypt to. */
@Module({
  controllers: [ChecklistKeyController],
  providers: [
    ChecklistKeys,
    {
      provide: KeyRotation,
      inject: [ChecklistKeys, LOGGER],
      useFactory: (keys: ChecklistKeys, logger: Logger) => new KeyRotation(keys, logger),
    },
  ],
  exports: [ChecklistKeys],
})
export class ChecklistKeysModule {}
