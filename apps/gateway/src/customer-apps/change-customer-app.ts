import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import {
  CustomerAppViews,
  Transactions,
  WriteBatch,
  type CustomerAppView,
  type WorkerTx,
} from '@towpath/persistence';
import type { CustomerApp } from './domain/customer-app.js';
import { CustomerAppRepository } from './persistence/customer-app.repository.js';
import type { Audit } from './ports.js';

/** Input of every command: the app, and the actor for the audit. */
export interface CustomerAppCommandInput {
  readonly id: CustomerAppId;
  readonly actor: string;
}

interface AuditedCommand extends CustomerAppCommandInput {
  /** Details of the command for the audit, without secrets. */
  readonly details?: Audit['details'];
}

interface CommandContext {
  readonly tx: WorkerTx;
  readonly batch: WriteBatch;
}

/**
 * Runs one command on one locked app: row, audit, event and this service's own view of the app are
 * one transaction. Every command on customer apps goes through here.
 */
@Injectable()
export class ChangeCustomerApp {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
    private readonly views: CustomerAppViews,
  ) {}

  /** Throws `INVALID_REQUEST` for an unknown app, and the errors of the command. */
  run(
    { id, actor, details = {} }: AuditedCommand,
    command: (app: CustomerApp, context: CommandContext) => void | Promise<void>,
  ): Promise<CustomerApp> {
    return this.transactions.asWorker(async (tx) => {
      const app = await this.apps.lock(tx, id);
      if (!app) throw new DomainError('INVALID_REQUEST', `There is no customer app ${id}.`);
      const batch = new WriteBatch();
      await command(app, { tx, batch });
      await this.store(tx, batch, { app, audit: { actor, details } });
      return app;
    });
  }

  /** Writes the batch with the app, its audit and events, and the view of the app. */
  async store(
    tx: WorkerTx,
    batch: WriteBatch,
    { app, audit }: { readonly app: CustomerApp; readonly audit: Audit },
  ): Promise<void> {
    this.apps.save(batch, app, audit);
    tx.write(batch);
    await this.views.upsert(tx, viewOf(app));
  }
}

/** The copy of a customer app for services. */
export function viewOf(app: CustomerApp): CustomerAppView {
  return {
    customerAppId: app.id,
    name: app.profile.name,
    appType: app.appType,
    status: app.status,
    credentialGeneration: app.credentialGeneration,
    clockOffsetMs: app.clock.offsetMs,
    clockFrozenAt: app.clock.frozenAt,
    settings: { ...app.profile.settings, redirect_uris: app.profile.redirectUris },
    sequence: app.sequence,
  };
}
