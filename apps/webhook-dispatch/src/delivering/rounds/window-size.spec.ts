import { LARGEST_WINDOW, WindowSize } from './request-limits.js';

const prompt = { succeeded: true, durationMs: 20 };
const slow = { succeeded: true, durationMs: 1_001 };
const sluggish = { succeeded: true, durationMs: 3_001 };
const failed = { succeeded: false, durationMs: 20 };

function after(...answers: (typeof prompt)[]): WindowSize {
  const window = new WindowSize();
  for (const answer of answers) window.answered(answer);
  return window;
}

describe('the window of an endpoint', () => {
  it('grows with each prompt answer, up to a limit', () => {
    expect(after().limit).toBe(4);
    expect(after(prompt, prompt).limit).toBe(6);
    expect(after(...Array.from({ length: 200 }, () => prompt)).limit).toBe(LARGEST_WINDOW);
  });

  it('stays the same after a slow answer, and halves after a very slow one or a failure', () => {
    expect(after(slow).limit).toBe(4);
    expect(after(sluggish).limit).toBe(2);
    expect(after(failed, failed, failed, failed).limit).toBe(1);
  });

  it('counts as fast after the first prompt answer, until an answer is not prompt', () => {
    expect(after().isSlow).toBe(true);
    expect(after(prompt).isSlow).toBe(false);
    expect(after(prompt, slow).isSlow).toBe(true);
    expect(after(prompt, failed).isSlow).toBe(true);
    expect(after(failed, prompt).isSlow).toBe(false);
  });
});
