import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { awaitedLater, DomainError } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { PersonalDataErased } from '@towpath/persistence';
import {
  CompositeStatements,
  type KeptFile,
  type StatementsOwner,
} from './composite-statements.repository.js';
import { mergeFiles, type MergedStatement } from './merge-files.js';

export type { StatementsOwner };

export interface CompositeFile {
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * All statements of a login identity as one file. It is made once and kept until the statements
 * change. A process makes one file at a time, because each takes a processor and memory.
 */
@Injectable()
export class ComposeStatements {
  private readonly making = new Map<string, Promise<KeptFile>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly composites: CompositeStatements,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws STATEMENT_NOT_FOUND when there are none. */
  async execute(owner: StatementsOwner): Promise<CompositeFile> {
    const kept = await this.kept(owner);
    return { bytes: kept.bytes, content: this.composites.read(owner, kept) };
  }

  private async kept(owner: StatementsOwner): Promise<KeptFile> {
    const { kept } = await this.find(owner);
    if (kept) return kept;
    const { loginIdentityId } = owner;
    const making = this.making.get(loginIdentityId);
    if (making) return making;
    const made = this.make(owner, this.last).finally(() => this.making.delete(loginIdentityId));
    this.making.set(loginIdentityId, awaitedLater(made));
    this.last = awaitedLater(made);
    return made;
  }

  private async make(owner: StatementsOwner, previous: Promise<unknown>): Promise<KeptFile> {
    await Promise.allSettled([previous]);
    const { statements, kept } = await this.find(owner);
    if (kept) return kept;
    const whole = await mergeFiles({
      statements,
      read: (statementId) => this.composites.file(owner, { statementId }),
      onMissing: ({ statementId }, reason) =>
        this.logger.warn({ statementId, reason }, 'a statement is not part of the file of all'),
    });
    try {
      return await this.composites.keep(owner, statements, whole);
    } catch (error) {
      throw error instanceof PersonalDataErased ? noStatements() : error;
    }
  }

  private async find(owner: StatementsOwner): Promise<{
    readonly statements: readonly MergedStatement[];
    readonly kept: KeptFile | undefined;
  }> {
    const found = await this.composites.find(owner);
    if (found.statements.length === 0) throw noStatements();
    return found;
  }
}

function noStatements(): DomainError {
  return new DomainError('STATEMENT_NOT_FOUND', 'There are no statements.');
}
