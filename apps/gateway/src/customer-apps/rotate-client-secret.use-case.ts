import { Injectable } from '@nestjs/common';
import { KeyedHash } from '@towpath/persistence';
import { ChangeCustomerApp, type CustomerAppCommandInput } from './change-customer-app.js';
import { CLIENT_SECRETS_KEY, newClientSecret } from './client-secret.js';
import type { CustomerApp } from './domain/customer-app.js';
import { ClientSecrets } from './persistence/client-secrets.js';

const MINUTE_MS = 60_000;

export interface RotateClientSecretInput extends Omit<CustomerAppCommandInput, 'audit'> {
  /** How long the old secret keeps working; 0 ends it and every token it got at once. */
  readonly overlapMinutes: number;
  readonly actor: string;
}

@Injectable()
export class RotateClientSecret {
  static readonly errors = ['INVALID_REQUEST'] as const;

  constructor(
    private readonly customerApps: ChangeCustomerApp,
    private readonly secrets: ClientSecrets,
    private readonly hashes: KeyedHash,
  ) {}

  async execute({
    id,
    overlapMinutes,
    actor,
  }: RotateClientSecretInput): Promise<{ app: CustomerApp; clientSecret: string }> {
    let clientSecret = '';
    const audit = { actor, details: { overlap_minutes: overlapMinutes } };
    const app = await this.customerApps.run({ id, audit }, async (customerApp, { tx, batch }) => {
      customerApp.rotateSecret(tx.systemNow, { overlaps: overlapMinutes > 0 });
      const oldEnds = new Date(tx.systemNow.getTime() + overlapMinutes * MINUTE_MS);
      await this.secrets.endAt(tx, id, oldEnds);
      clientSecret = newClientSecret(tx.systemNow);
      batch.insert('client_secrets', {
        customer_app_id: id,
        secret_hash: this.hashes.hash(CLIENT_SECRETS_KEY, clientSecret),
        created_at: tx.systemNow,
        valid_until: null,
      });
    });
    return { app, clientSecret };
  }
}
