export type GroupName = 'Money' | 'State' | 'People and accounts' | 'References' | 'Times' | 'More';

export interface Member {
  readonly name: string;
  readonly value: unknown;
}

export interface MemberGroup {
  readonly name: GroupName;
  readonly members: readonly Member[];
}

/** The first rule that a name fits decides its group. */
const RULES: readonly (readonly [GroupName, RegExp])[] = [
  ['Times', /(_at|_date|_time|_until|_from|_to)$|^(deadline|expir)/],
  [
    'People and accounts',
    /(name|email|phone|address|holder|sender|recipient|payer|person|birth|iban|account|card|login|user)(?!.*(_id|_count)$)/,
  ],
  ['Money', /(amount|currency|fee|balance|limit|total|price|surcharge)/],
  ['State', /(status|state|reason|error|is_|has_|code|outcome)/],
  ['References', /(^id$|_id$|_ids$|reference|url|uri|arn|number|metadata)/],
];

const ORDER: readonly GroupName[] = [
  'State',
  'Money',
  'People and accounts',
  'References',
  'Times',
  'More',
];

/** The members of a resource, sorted into groups. What is masked stays in the group of its name. */
export function memberGroups(body: Readonly<Record<string, unknown>>): readonly MemberGroup[] {
  const members = Object.entries(body)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ({ name, value }));
  return ORDER.map((name) => ({
    name,
    members: members.filter((member) => groupOf(member.name) === name),
  })).filter((group) => group.members.length > 0);
}

function groupOf(name: string): GroupName {
  return RULES.find(([, rule]) => rule.test(name))?.[0] ?? 'More';
}
