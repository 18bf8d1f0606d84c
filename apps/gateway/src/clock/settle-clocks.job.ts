import { Injectable } from '@nestjs/common';
import { DueJob, type DueLook } from '@towpath/persistence';
import { ClockTurns } from './clock-turns.js';
import { ClockMoves } from './persistence/clock-moves.js';
import { TellClock } from './tell-clock.js';

/** Within seconds, ends moves whose gateway died or could not reach every participant. */
@Injectable()
export class SettleClocks extends DueJob {
  override readonly name = 'settle-clocks';

  constructor(
    private readonly moves: ClockMoves,
    private readonly turns: ClockTurns,
    private readonly clocks: TellClock,
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
    const apps = await this.moves.unsettled();
    await Promise.all(
      apps.map((each) =>
        this.turns.tryTake(each, async () => ({ settled: await this.clocks.settle(each) })),
      ),
    );
    return 0;
  }
}
