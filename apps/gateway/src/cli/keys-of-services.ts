import { InternalClient } from '@towpath/http';
import type { Arguments } from './arguments.js';

/**
 * Services with public keys for encryption: for payers of mandates, and for users who link a bank.
 */
const PUBLISHERS = {
  checklist: { service: 'mandate', path: '/internal/checklist_keys' },
  link: { service: 'account-data', path: '/internal/link_keys' },
} as const;

/** Services that encrypt personal data and credentials with their own keys. */
const VAULTS = ['account-data', 'dispute', 'mandate', 'payment-link'] as const;

interface Rewrapped {
  readonly rewrapped: number;
  readonly done: boolean;
}

/** Keys that belong to other services; they are asked over their internal ports. */
export class KeysOfServices {
  constructor(private readonly client: Pick<InternalClient, 'call'>) {}

  rotate(kind: keyof typeof PUBLISHERS): Promise<object> {
    const { service, path } = PUBLISHERS[kind];
    return this.client.call<object>(service, { method: 'POST', path: `${path}/rotate` });
  }

  distrust(kind: keyof typeof PUBLISHERS, args: Arguments, actor: string): Promise<object> {
    const { service, path } = PUBLISHERS[kind];
    return this.client.call<object>(service, {
      method: 'POST',
      path: `${path}/distrust`,
      body: { key_id: args.operand('KID'), actor, reason: args.text('reason') },
      idempotent: true,
    });
  }

  /** Repeats until no key is left, and returns the number of rewrapped keys of each service. */
  async rewrap(): Promise<object> {
    const counts: Record<string, number> = {};
    for (const service of VAULTS) counts[service] = await this.rewrapOf(service);
    return { rewrapped: counts };
  }

  private async rewrapOf(service: (typeof VAULTS)[number]): Promise<number> {
    const path = '/internal/personal_data_keys/rewrap';
    let sum = 0;
    for (;;) {
      const order = { method: 'POST', path, idempotent: true } as const;
      const { rewrapped, done } = await this.client.call<Rewrapped>(service, order);
      sum += rewrapped;
      if (done) return sum;
    }
  }
}
