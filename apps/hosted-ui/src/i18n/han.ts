/** A space between two full-width characters; around Latin letters and digits it belongs. */
const NEEDLESS =
  /([\p{Script=Han}\u3000-\u303f\uff00-\uffef]) (?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu;

/** A Chinese sentence whose values may be Chinese or not: the spaces around them follow from that. */
export function han(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: parts }, ...values).replaceAll(NEEDLESS, '$1');
}
