import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ExpiringCache, type Caller } from '@towpath/http';
import { ClockMovesService } from './clock-moves.service.js';
import { isAdvancing } from './clock.service.js';

/** A move is known here so long after its begin at the latest. */
const KNOWN_MS = 1_000;
const APPS = 1_000;
/** Most advances end sooner, and the write needs no repeat. */
const WAIT_MS = 3_000;
const POLL_MS = 50;

/** Keeps writes of a test app away while its clock advances: they would happen at a chance instant. */
@Injectable()
export class AdvancingClocks {
  private readonly known = new ExpiringCache<boolean>({ lifetimeMs: KNOWN_MS, size: APPS });

  constructor(private readonly moves: ClockMovesService) {}

  /** Waits for a short advance. Throws `CLOCK_ADVANCING` during a long one. */
  async awaitStill({ appType, customerAppId }: Caller): Promise<void> {
    if (appType !== 'TEST' || !customerAppId) return;
    const ask = () => this.moves.isAdvancing(customerAppId);
    if (!(await this.known.get(customerAppId, ask))) return;
    const deadline = performance.now() + WAIT_MS;
    while (await ask()) {
      if (performance.now() > deadline) throw isAdvancing();
      await delay(POLL_MS);
    }
  }
}
