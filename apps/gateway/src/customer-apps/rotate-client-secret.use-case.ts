import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';
import { ChangeCustomerApp, type CustomerAppCommandInput } from './change-customer-app.js';
import { CLIENT_SECRETS_KEY, newClientSecret } from './client-secret.js';
import type { AppAndSecret } from './create-customer-app.use-case.js';
import { CustomerAppRepository } from './persistence/customer-app.repository.js';

const MINUTE_MS = 60_000;
const LONGEST_OVERLAP_MINUTES = 30 * 24 * 60;

interface RotateClientSecretInput extends CustomerAppCommandInput {
  /** Minutes for which the old secret stays valid; 0 ends it and all of its tokens at once. */
  readonly overlapMinutes: number;
}

/** Gives an app a new secret, which is shown this once, and an end to the ones it had. */
@Injectable()
export class RotateClientSecret {
  constructor(
    private readonly customerApps: ChangeCustomerApp,
    private readonly apps: CustomerAppRepository,
    private readonly hashes: KeyedHash,
  ) {}

  async execute({ id, overlapMinutes, actor }: RotateClientSecretInput): Promise<AppAndSecret> {
    assertOverlap(overlapMinutes);
    let clientSecret = '';
    const command = { id, actor, details: { overlap_minutes: overlapMinutes } };
    const app = await this.customerApps.run(command, async (customerApp, { tx, batch }) => {
      const { systemNow } = tx;
      customerApp.rotateSecret(systemNow, { overlaps: overlapMinutes > 0 });
      const oldEnds = new Date(systemNow.getTime() + overlapMinutes * MINUTE_MS);
      await this.apps.endSecretsAt(tx, id, oldEnds);
      clientSecret = newClientSecret(systemNow);
      const hash = this.hashes.hash(CLIENT_SECRETS_KEY, clientSecret);
      this.apps.addSecret(batch, { customerAppId: id, hash, createdAt: systemNow });
    });
    return { app, clientSecret };
  }
}

function assertOverlap(minutes: number): void {
  if (Number.isInteger(minutes) && minutes >= 0 && minutes <= LONGEST_OVERLAP_MINUTES) return;
  throw new DomainError(
    'INVALID_REQUEST',
    `The overlap must be 0 to ${LONGEST_OVERLAP_MINUTES} minutes.`,
  );
}
