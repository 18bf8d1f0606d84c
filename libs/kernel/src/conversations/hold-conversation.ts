/** Logger of unknown outcomes. */
export interface ConversationLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A gateway, bank or service that can be asked, and the test for a missing answer. */
export interface OtherSide<Call, Answer> {
  /** Fields of every log line: IDs only. */
  readonly about: object;
  readonly log: ConversationLog;
  /** The call's name in the log. */
  nameOf(call: Call): string;
  /** Called without an open transaction. Undefined if no question is necessary any more. */
  ask(call: Call): Promise<Answer | undefined>;
  /** True for an error after which the other side may still have acted. */
  isSilence(error: unknown): boolean;
}

export interface Conversation<Call, Answer> extends OtherSide<Call, Answer> {
  /**
   * Records an answer in a separate transaction and returns the next call; null if none is
   * necessary now.
   */
  record(answer: Answer): Promise<Call | null>;
  /** Most calls that two consistent sides can need; a longer conversation contradicts itself. */
  readonly mostCalls: number;
}

/** Asks once; undefined when the outcome is unknown. Other errors are thrown on. */
export async function askOtherSide<Call, Answer>(
  call: Call,
  { about, log, nameOf, ask, isSilence }: OtherSide<Call, Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask(call);
  } catch (error) {
    if (!isSilence(error)) throw error;
    log.warn({ ...about, error, ask: nameOf(call) }, 'outcome unknown');
    return undefined;
  }
}

/**
 * Calls the other side until both sides agree or it needs time: ask, record, ask again. Without an
 * answer our books stay unchanged, and the schedule asks later. A missing answer never counts as an
 * outcome.
 */
export async function holdConversation<Call, Answer>(
  first: Call | null,
  conversation: Conversation<Call, Answer>,
): Promise<void> {
  const { about, log, nameOf, mostCalls, record } = conversation;
  let call = first;
  for (let calls = 0; call !== null; calls += 1) {
    if (calls === mostCalls) {
      log.error({ ...about, ask: nameOf(call) }, 'the other side contradicts itself');
      return;
    }
    const answer = await askOtherSide(call, conversation);
    if (answer === undefined) return;
    call = await record(answer);
  }
}
