export type Cancel = () => void;

/** Delays, so that tests decide when time passes. */
export interface Timers {
  after(delayMs: number, run: () => void): Cancel;
}

export const browserTimers: Timers = {
  after(delayMs, run) {
    const id = setTimeout(run, delayMs);
    return () => clearTimeout(id);
  },
};
