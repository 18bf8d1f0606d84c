import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { TransferBankUnavailable, type BookedTransfer } from './banks/ports.js';
import { TransferBanks } from './banks/transfer-banks.js';
import type { IncomingTransfer, IncomingTransferId } from './incoming-transfer.js';
import { ReceiveTransfer, type ArrivingTransfer } from './receive-transfer.use-case.js';

/** The simulated bank calls transfers by our ID with this before it. */
const NAMED = 'IN';

export function bankNameOf(id: IncomingTransferId): string {
  return `${NAMED}${id}`;
}

/** Null for what no bank calls a transfer. */
export function transferIdOf(name: string): IncomingTransferId | null {
  return (name.startsWith(NAMED) && parseId<IncomingTransferId>(name.slice(NAMED.length))) || null;
}

/**
 * Sends money to the simulated bank, which then notifies us. If the process dies in between, only
 * the bank knows the transfer; reconciliation then asks for it and records it.
 */
@Injectable()
export class ReceiveTestTransfer {
  constructor(
    private readonly banks: TransferBanks,
    private readonly receiveTransfer: ReceiveTransfer,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    transfer: ArrivingTransfer,
  ): Promise<IncomingTransfer> {
    const incomingTransferId = await this.receiveTransfer.announce(customerAppId, transfer);
    const { amount, currency, reference: text } = transfer;
    const reference = bankNameOf(incomingTransferId);
    const { simulated } = this.banks;
    try {
      await simulated?.receive({ reference, customerAppId, amount, currency, text });
    } catch (error) {
      if (!(error instanceof TransferBankUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated bank is away.');
    }
    return this.receiveTransfer.execute(customerAppId, { ...transfer, incomingTransferId });
  }

  /** After the commit: asks the bank for a transfer that we do not know, and records it. */
  ask({ customerApp }: AppTx, reference: string): (() => Promise<void>) | null {
    const incomingTransferId = transferIdOf(reference);
    if (!incomingTransferId) return null;
    const { id, type } = customerApp;
    return async () => {
      const booked = await this.banks.forApps(type)?.find(reference);
      if (!booked) return;
      await this.receiveTransfer.execute(id, { ...arrivingOf(booked), incomingTransferId });
    };
  }
}

function arrivingOf({ amount, currency, text }: BookedTransfer): ArrivingTransfer {
  return { amount, currency, reference: text };
}
