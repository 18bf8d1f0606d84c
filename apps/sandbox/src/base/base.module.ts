import { Module } from '@nestjs/common';
import { CallbacksService } from './callbacks/callbacks.service.js';
import { HealthController } from './http/health.controller.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { LedgerService } from './ledger/ledger.service.js';
import { AssetsController } from './pages/assets.controller.js';

/** What every party shares: sent call-backs, settled money, files of pages, probes. */
@Module({
  controllers: [HealthController, LedgerController, AssetsController],
  providers: [CallbacksService, LedgerService],
  exports: [CallbacksService, LedgerService],
})
export class BaseModule {}
