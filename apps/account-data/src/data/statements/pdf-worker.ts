import { Worker } from 'node:worker_threads';
import type { PdfOrder, PdfReply } from './pdf-thread.js';

/** Time for one order. A statement of some megabytes takes a tenth of it. */
const ORDER_MS = 5_000;
const MIB = 1024 ** 2;
/** Most memory of JavaScript objects. */
const HEAP_MIB = 128;
/** Most growth of the process: bytes that a file unpacks to are not in that heap. */
const GROWTH_BYTES = 256 * MIB;
const WATCH_MS = 25;

/** Compiled, also for a test that runs this file as source. */
const PROGRAM = new URL(
  './pdf-thread.js',
  import.meta.url.replace('/account-data/src/', '/account-data/dist/'),
);

/** The worker took too long or too much memory, or it failed: it has ended. */
export class PdfWorkerLost extends Error {
  override readonly name = 'PdfWorkerLost';
}

/**
 * A thread that reads PDF files of banks. The files are not trusted: they may cost any time and
 * memory, so the thread is ended when one does.
 */
export class PdfWorker {
  private readonly thread = new Worker(PROGRAM, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  private readonly memoryBefore = process.memoryUsage.rss();
  private lose: (reason: string) => void = () => undefined;

  constructor() {
    this.thread.on('error', ({ message }) => this.lose(message));
    this.thread.on('exit', () => this.lose('it ended'));
  }

  /** Throws `PdfWorkerLost`. */
  async ask(order: PdfOrder): Promise<PdfReply> {
    const reply = Promise.withResolvers<PdfReply>();
    this.lose = (reason) => reply.reject(new PdfWorkerLost(reason));
    const timer = setTimeout(() => this.lose('it took too long'), ORDER_MS);
    const watch = setInterval(() => {
      const growth = process.memoryUsage.rss() - this.memoryBefore;
      if (growth > GROWTH_BYTES) this.lose('it took too much memory');
    }, WATCH_MS);
    this.thread.once('message', reply.resolve);
    this.thread.postMessage(order);
    try {
      return await reply.promise;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      this.thread.removeListener('message', reply.resolve);
      this.lose = () => undefined;
    }
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }
}
