import { Injectable } from '@nestjs/common';
import { DueJob, type DueCheck } from '@towpath/persistence';
import { ClockMovesService } from './clock-moves.service.js';
import { ClockService } from './clock.service.js';

/** Within seconds, continues moves whose gateway ended or could not reach every participant. */
@Injectable()
export class SettleClocksJob extends DueJob {
  override readonly name = 'settle-clocks';

  constructor(
    private readonly moves: ClockMovesService,
    private readonly clock: ClockService,
  ) {
    super();
  }

  override check(): DueCheck {
    return { sql: 'SELECT FROM clock_moves WHERE NOT settled' };
  }

  override async runDue(app?: string): Promise<number> {
    if (app) return 0;
    for (const each of await this.moves.unsettled()) this.clock.resume(each);
    return 0;
  }
}
