/** Members beside a `user_id` that identify a person. The erasure of the person removes them. */
export const PARTY_PERSONAL_MEMBERS = ['name', 'email', 'user_details'] as const;
