/** Oldest first by when they were made, which is the order in which they lie on disk. */
export function deleteOldDisputes(
  days: number,
  { withAnswers }: { readonly withAnswers: boolean },
): string {
  const age = `interval '${days} days'`;
  return `
  WITH old AS (
    SELECT customer_app_id, dispute_id FROM disputes d
    WHERE updated_at < now() - ${age}
      AND NOT EXISTS (SELECT FROM dispute_state_changes c
        WHERE c.customer_app_id = d.customer_app_id AND c.dispute_id = d.dispute_id
          AND occurred_at >= now() - ${age})
      ${withAnswers ? noYoungAnswer(age) : ''}
    LIMIT $1),
  ${withAnswers ? ANSWERS : ''}
  changes AS (
    DELETE FROM dispute_state_changes USING old
    WHERE dispute_state_changes.customer_app_id = old.customer_app_id
      AND dispute_state_changes.dispute_id = old.dispute_id),
  gone AS (
    DELETE FROM disputes USING old
    WHERE disputes.customer_app_id = old.customer_app_id
      AND disputes.dispute_id = old.dispute_id
    RETURNING 1)
  SELECT count(*) FROM gone`;
}

function noYoungAnswer(age: string): string {
  return `AND NOT EXISTS (SELECT FROM dispute_answers a
        WHERE a.customer_app_id = d.customer_app_id AND a.dispute_id = d.dispute_id
          AND (settled_at IS NULL OR answered_at >= now() - ${age}))`;
}

const ANSWERS = `answers AS (
    DELETE FROM dispute_answers USING old
    WHERE dispute_answers.customer_app_id = old.customer_app_id
      AND dispute_answers.dispute_id = old.dispute_id),`;
