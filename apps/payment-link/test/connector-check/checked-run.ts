import { stripVTControlCharacters } from 'node:util';
import { eventually } from '@towpath/testing';
import type { CardAnswer } from '../../src/cards/card-gateways/ports.js';
import type { GatewayCheck } from '../check-list.fixture.js';
import type { ConnectedGateway } from '../connected-gateway.fixture.js';
import type { CheckedProcessor } from './checked-processor.js';

export interface Outcome {
  readonly name: string;
  readonly result: 'proved' | 'failed' | 'left_out';
  /** Why not; null if it was proved. */
  readonly why: string | null;
  readonly ms: number;
}

/** Longest time of one check in ms. */
const CHECK_MS = 180_000;
export const NOT_ASKED_FOR = 'not asked for';
const INTERRUPTED = 'interrupted';
const CLEARED = 'leaves no authorization open, and no card stored';

/** Nothing more can come of it. */
const ENDED: readonly CardAnswer['gatewayStatus'][] = [
  'VOIDED',
  'DECLINED',
  'CAPTURED',
  'CAPTURE_FAILED',
  'REFUNDED',
];

interface RunOptions {
  readonly subject: ConnectedGateway;
  readonly lacks: CheckedProcessor['lacks'];
  /** Part of the names of the checks that run. */
  readonly only: string;
  /** What the connector has logged since the last call. */
  readonly takeLog: () => string[];
  readonly tell: (outcome: Outcome) => void;
}

/** Runs checks one after the other, and clears up. */
export class CheckedRun {
  readonly outcomes: Outcome[] = [];
  private isStopped = false;

  constructor(private readonly options: RunOptions) {}

  /** The check that runs ends; the others are left out. */
  stop(): void {
    this.isStopped = true;
  }

  async execute(checks: readonly GatewayCheck[]): Promise<void> {
    for (const check of checks) {
      const why = this.whyNot(check);
      if (why === null) await this.tried(check);
      else this.tell({ name: check.name, result: 'left_out', why, ms: 0 });
    }
  }

  /** Cancels what is open, and removes stored cards. Captured test payments stay. */
  async clear(): Promise<void> {
    await this.tried({ name: CLEARED, run: () => this.cleared() });
  }

  private whyNot({ name, needs }: GatewayCheck): string | null {
    const { lacks, only } = this.options;
    if (!name.includes(only)) return NOT_ASKED_FOR;
    if (this.isStopped) return INTERRUPTED;
    return (needs && lacks[needs]) ?? null;
  }

  private async tried({ name, run }: GatewayCheck): Promise<void> {
    const begin = performance.now();
    this.options.takeLog();
    const failure = await inTime(run()).then(
      () => null,
      (error: unknown) => [messageOf(error), ...this.options.takeLog()].join('\n'),
    );
    const ms = Math.round(performance.now() - begin);
    this.tell({ name, result: failure === null ? 'proved' : 'failed', why: failure, ms });
  }

  private tell(outcome: Outcome): void {
    this.outcomes.push(outcome);
    this.options.tell(outcome);
  }

  private async cleared(): Promise<void> {
    const { connector, trace } = this.options.subject;
    const open: string[] = [];
    for (const request of trace?.requests ?? []) {
      const { gatewayStatus } = await connector.void(request);
      const isNothing = gatewayStatus === 'NOT_SEEN' && request.gatewayReference === null;
      if (!ENDED.includes(gatewayStatus) && !isNothing)
        open.push(`${request.gatewayReference ?? request.reference} ${gatewayStatus}`);
    }
    for (const card of trace?.stored ?? []) {
      await connector.forgetStored(card);
      const status = await connector.statusOf(card);
      if (status === 'USABLE') open.push(`a stored card is ${status}`);
    }
    expect(open).toEqual([]);
  }
}

/** A check that hangs goes on; nobody waits for it. */
async function inTime(checked: Promise<void>): Promise<void> {
  let isOver = false;
  const end = checked.finally(() => (isOver = true));
  const late = eventually(() => isOver, { deadlineMs: CHECK_MS, describe: 'its end' });
  await Promise.race([end, late]);
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return stripVTControlCharacters(text).trim();
}
