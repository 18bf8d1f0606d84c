import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inheritedVariables } from '@towpath/local-system';
import type { RunningSystem } from '../system/running-system.js';

export interface ParkedMessage {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly eventName: string | null;
  readonly reason: string;
}

export interface DiscardedMessage {
  readonly event: string | null;
  readonly dependence: string;
  readonly sound_followers: readonly string[];
}

/** The operator's command for parked messages of one service, as it is typed. */
export class ParkedMessages {
  constructor(
    private readonly system: RunningSystem,
    private readonly service: string,
  ) {}

  /** Those that wait, in the order of parking. */
  async of(key: string): Promise<ParkedMessage[]> {
    const waiting = await this.run<ParkedMessage[]>(['list']);
    return waiting.filter((message) => message.key === key);
  }

  /** Tells what depended on it. */
  discard(id: string): Promise<DiscardedMessage> {
    return this.run(['discard', id, '--reason', 'nobody knows where it came from']);
  }

  /** Asks for the whole queue of the message's key; the service does it. */
  replay(id: string): Promise<number> {
    return this.run(['replay', id]);
  }

  private async run<T>(command: readonly string[]): Promise<T> {
    const { root } = this.system.layout;
    const program = join(root, 'tools/dev/dist/dlt.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, ...command, '--service', this.service],
      { cwd: root, env: { ...inheritedVariables(), DATA_DIR: this.system.dataDir } },
    );
    return (JSON.parse(stdout) as Record<string, T>)[this.service] as T;
  }
}
