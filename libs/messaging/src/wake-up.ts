/** Lets a loop sleep until it is woken or its time is up. A wake-up before the sleep is not lost. */
export class WakeUp {
  #woken = false;
  #end: (() => void) | undefined;

  ring(): void {
    this.#woken = true;
    this.#end?.();
  }

  /** Resolves at the next `ring`, at once when one came since the last sleep, or after `longestMs`. */
  async sleep(longestMs: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#end = undefined;
    this.#woken = false;
  }
}
