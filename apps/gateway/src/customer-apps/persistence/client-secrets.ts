import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import type { WorkerTx } from '@towpath/persistence';

/** The stored hashes of an app's secrets. */
@Injectable()
export class ClientSecrets {
  /** Lets every secret that is valid now end at `instant`, unless it ends earlier. */
  async endAt(tx: WorkerTx, app: CustomerAppId, instant: Date): Promise<void> {
    await tx.query(
      `UPDATE client_secrets SET valid_until = least(coalesce(valid_until, $2), $2)
       WHERE customer_app_id = $1`,
      [app, instant],
    );
  }
}
