import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { findPort, LOGGER } from '@towpath/http';
import type { LoginIdentityId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { InstitutionConnector } from './institution-connector.js';
import { InstitutionConnectorRegistry } from './institution-connector.registry.js';
import {
  AssessIncome,
  EraseRetrievedData,
  StoreRetrievedBatch,
  type ConnectorPlace,
} from './retrieved-data.js';

/** Banks and the store of their data; resolved at their first use. */
@Injectable()
export class ConnectedBanks {
  constructor(
    protected readonly modules: ModuleRef,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws INSTITUTION_NOT_CONNECTED. */
  connectorOf(place: ConnectorPlace): InstitutionConnector {
    const registry = findPort(this.modules, InstitutionConnectorRegistry);
    return (registry ?? new InstitutionConnectorRegistry([])).get(place);
  }

  get store(): StoreRetrievedBatch {
    return this.modules.get(StoreRetrievedBatch, { strict: false });
  }

  get income(): AssessIncome {
    return this.modules.get(AssessIncome, { strict: false });
  }

  get erase(): EraseRetrievedData {
    return this.modules.get(EraseRetrievedData, { strict: false });
  }

  /** Logs only the kind of the error, because its text may contain input of a user. */
  didNotAnswer(error: unknown, loginIdentityId: LoginIdentityId): void {
    const reason = error instanceof Error ? error.name : 'unknown';
    this.logger.warn({ loginIdentityId, reason }, 'a bank did not answer');
  }

  /** Logs a fault of our code, or of data from a bank. */
  failed(error: unknown, loginIdentityId: LoginIdentityId): void {
    this.logger.error({ error, loginIdentityId }, 'the data of a bank could not be stored');
  }
}
