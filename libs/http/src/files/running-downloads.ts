import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';

/** A connection of the gateway to this service is taken for as long as a download lasts. */
const MAX_PER_APP = 2;
const MAX_OF_ALL = 16;

/** Limits concurrent downloads of statements, so that slow readers leave connections for others. */
@Injectable()
export class RunningDownloads {
  private readonly running = new Map<CustomerAppId, number>();

  /** A place, to be left when the download ends. Throws RATE_LIMITED when none is free. */
  enter(customerAppId: CustomerAppId): { readonly leave: () => void } {
    const own = this.running.get(customerAppId) ?? 0;
    const all = [...this.running.values()].reduce((sum, each) => sum + each, 0);
    if (own >= MAX_PER_APP || all >= MAX_OF_ALL) {
      throw new DomainError('RATE_LIMITED', 'Too many statements are being downloaded.');
    }
    this.running.set(customerAppId, own + 1);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      const rest = (this.running.get(customerAppId) ?? 1) - 1;
      if (rest > 0) this.running.set(customerAppId, rest);
      else this.running.delete(customerAppId);
    };
    return { leave };
  }
}
