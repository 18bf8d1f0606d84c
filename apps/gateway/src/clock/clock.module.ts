import { Module, type DynamicModule } from '@nestjs/common';
import type { OperationOwner } from '@towpath/contracts';
import { InternalClient } from '@towpath/http';
import { CustomerAppsModule } from '../customer-apps/customer-apps.module.js';
import { Clock } from '@towpath/kernel';
import { JobLocks, PERSISTENCE_OPTIONS, type PersistenceOptions } from '@towpath/persistence';
import { AdvanceClock } from './advance-clock.use-case.js';
import { AdvancingClocks } from './advancing-clocks.js';
import { ClockTurns } from './clock-turns.js';
import { ClockController } from './clock.controller.js';
import { ClockParticipants } from './clock-participants.js';
import { ClockMoves } from './persistence/clock-moves.js';
import { SetClock } from './set-clock.js';
import { SettleClocks } from './settle-clocks.job.js';
import { TellClock } from './tell-clock.js';

@Module({})
export class ClockModule {
  /** @param participants services that keep due work by the clock of a customer app */
  static forRoot(participants: readonly OperationOwner[]): DynamicModule {
    return {
      module: ClockModule,
      imports: [CustomerAppsModule],
      controllers: [ClockController],
      providers: [
        AdvanceClock,
        AdvancingClocks,
        SetClock,
        SettleClocks,
        TellClock,
        ClockMoves,
        { provide: ClockTurns, inject: [Clock, PERSISTENCE_OPTIONS], useFactory: turnsOf },
        {
          provide: ClockParticipants,
          inject: [InternalClient],
          useFactory: (client: InternalClient) => new ClockParticipants(client, participants),
        },
      ],
    };
  }
}

function turnsOf(clock: Clock, { config, logger }: PersistenceOptions): ClockTurns {
  const onError = (error: unknown) => logger?.error({ error }, 'the lock of a clock failed');
  return new ClockTurns(clock, new JobLocks(config.databaseWorkerUrl, onError));
}
