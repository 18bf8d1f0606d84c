import { Module } from '@nestjs/common';
import { ChecklistKeyController } from './checklist-key.controller.js';
import { ChecklistKeyRotation } from './checklist-key-rotation.js';
import { ChecklistKeys } from './checklist-keys.js';

/** The keys that payers encrypt to. */
@Module({
  controllers: [ChecklistKeyController],
  providers: [ChecklistKeys, ChecklistKeyRotation],
  exports: [ChecklistKeys],
})
export class ChecklistKeysModule {}
