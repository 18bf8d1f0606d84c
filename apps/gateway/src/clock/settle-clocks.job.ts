import { Injectable } from '@nestjs/common';
import { DueJob, type DueLook } from '@towpath/persistence';
import { AdvanceClock } from './advance-clock.use-case.js';
import { ClockMoves } from './persistence/clock-moves.js';

/** Within seconds, continues moves whose gateway ended or could not reach every participant. */
@Injectable()
export class SettleClocks extends DueJob {
  override readonly name = 'settle-clocks';

  constructor(
    private readonly moves: ClockMoves,
    private readonly advance: AdvanceClock,
  ) {
    super();
  }

  override look(): DueLook {
    return { sql: 'SELECT FROM clock_moves WHERE NOT settled' };
  }

  /** Follows real time: the clock of no app leads to it. */
  override nextDue(): Promise<null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: string): Promise<number> {
    if (app) return 0;
    for (const each of await this.moves.unsettled()) this.advance.resume(each);
    return 0;
  }
}
