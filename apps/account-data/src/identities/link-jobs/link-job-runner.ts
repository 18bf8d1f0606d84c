import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import type { LinkJob, LinkJobKind } from './link-job.js';

/** With so many running jobs, no job starts for which no user waits. */
const BACKGROUND_MOST = 32;

/** Works on jobs of one kind. Whatever it throws, the job is taken again when its lease ends. */
export interface LinkJobHandler {
  execute(job: LinkJob): Promise<void>;
}

/** Runs taken jobs beside the requests that made them; the due job is the net under it. */
@Injectable()
export class LinkJobRunner implements OnApplicationShutdown {
  private readonly handlers = new Map<LinkJobKind, LinkJobHandler>();
  private readonly running = new Set<Promise<void>>();
  /** Calls of `inBackground` that are starting. */
  private readonly beginning = new Set<Promise<void>>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  register(kind: LinkJobKind, handler: LinkJobHandler): void {
    this.handlers.set(kind, handler);
  }

  /** Begins, without waiting. */
  start(jobs: readonly LinkJob[]): void {
    for (const job of jobs) {
      const run = this.run(job)
        .catch((error: unknown) => {
          const { jobId, kind, product } = job;
          this.logger.error({ error, jobId, kind, product }, 'a link job failed');
        })
        .finally(() => this.running.delete(run));
      this.running.add(run);
    }
  }

  /** Begins work that no user waits for when there is room: it never crowds out logins. */
  async inBackground(begin: () => Promise<void>): Promise<void> {
    while (this.running.size + this.beginning.size >= BACKGROUND_MOST) {
      await Promise.race([...this.running, ...this.beginning]);
    }
    const begun = begin();
    const settled = begun.then(nothing, nothing).finally(() => this.beginning.delete(settled));
    this.beginning.add(settled);
    return begun;
  }

  async run(job: LinkJob): Promise<void> {
    const handler = this.handlers.get(job.kind);
    if (!handler) throw new Error(`no worker handles jobs of the kind ${job.kind}`);
    await handler.execute(job);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running);
  }
}

function nothing(): void {
  // Who began it hears of it.
}
