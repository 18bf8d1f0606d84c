import { Injectable } from '@nestjs/common';
import { byValues, byKey, type Tx } from '@towpath/persistence';

/** Kinds of instructions to the bank. */
type InstructionKind = 'REGISTER' | 'COLLECT' | 'REVERSE' | 'CANCEL' | 'DECIDE';

export interface Instruction {
  readonly kind: InstructionKind;
  readonly reference: string;
  readonly customerAppId: string;
}

export interface ToldInstructions {
  readonly kind: InstructionKind;
  readonly reference: string;
  /** Number of requests, including repeats. */
  readonly times: number;
  readonly first_told_at: Date;
}

/** Every accepted instruction with its number of requests, independent of its outcome. */
@Injectable()
export class InstructionsRepository {
  async note(tx: Tx, { kind, reference, customerAppId }: Instruction): Promise<void> {
    await tx.query(
      byKey(`INSERT INTO bank_instructions (kind, reference, customer_app_id, told_at)
       VALUES ($1, $2, $3, app_now($3))`),
      [kind, reference, customerAppId],
    );
  }

  list(tx: Tx, customerAppId: string): Promise<ToldInstructions[]> {
    return tx.query<ToldInstructions>(
      byValues(`SELECT kind, reference, count(*) AS times, min(told_at) AS first_told_at
       FROM bank_instructions WHERE customer_app_id = $1
       GROUP BY kind, reference ORDER BY min(position)`),
      [customerAppId],
    );
  }
}
