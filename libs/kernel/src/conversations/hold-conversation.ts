/** Where it is reported that an outcome is unknown; a logger fits. */
export interface ConversationLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** How to ask a gateway, bank or service, and how to know that it did not answer. */
export interface OtherSide<Call, Answer> {
  /** Fields of every log line: IDs only. */
  readonly about: object;
  readonly log: ConversationLog;
  /** The call's name in the log. */
  nameOf(call: Call): string;
  /** No transaction is open meanwhile. Undefined when there is nothing to ask any more. */
  ask(call: Call): Promise<Answer | undefined>;
  /** True for an error after which the other side may have acted all the same. */
  isSilence(error: unknown): boolean;
}

export interface Conversation<Call, Answer> extends OtherSide<Call, Answer> {
  /** Records an answer in a transaction of its own; null when nothing is left to ask now. */
  record(answer: Answer): Promise<Call | null>;
  /** What two sides that agree can need at most; more is one that contradicts itself. */
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
 * Talks to the other side until both agree or it has to think: ask, record, ask again. When it does
 * not answer, the books stay as they are, and the follow-up schedule asks later: a silence is never
 * taken for an outcome.
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
