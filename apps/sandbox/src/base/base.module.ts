import { Module } from '@nestjs/common';
import { HealthController } from './http/health.controller.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { AssetsController } from './pages/assets.controller.js';
import { CallbackSender } from './callbacks/callback-sender.js';
import { CallbacksRepository } from './callbacks/persistence/callbacks.repository.js';
import { ListSettled } from './ledger/list-settled.query.js';
import { ReadLedger } from './ledger/read-ledger.query.js';

/** What every party shares: sent call-backs, settled money, files of pages, probes. */
@Module({
  controllers: [HealthController, LedgerController, AssetsController],
  providers: [CallbackSender, CallbacksRepository, ListSettled, ReadLedger],
  exports: [CallbackSender, ListSettled],
})
export class BaseModule {}
