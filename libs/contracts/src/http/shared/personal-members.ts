/** Members beside a `user_id` that tell who the person is: gone when the person is erased. */
export const PARTY_PERSONAL_MEMBERS = ['name', 'email', 'user_details'] as const;
