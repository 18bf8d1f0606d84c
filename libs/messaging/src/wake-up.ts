/** Lets a loop sleep until it is woken or its time is up. A wake-up before the sleep is not lost. */
export class WakeUp {
  #rings = 0;
  #wanted = 1;
  #end: (() => void) | undefined;

  ring(): void {
    this.#rings += 1;
    if (this.#rings >= this.#wanted) this.#end?.();
  }

  /** Resolves after so many calls of `ring` since the last sleep, or after `longestMs`. */
  async sleep(longestMs: number, rings = 1): Promise<void> {
    this.#wanted = rings;
    if (this.#rings < rings) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#end = undefined;
    this.#rings = 0;
  }
}
