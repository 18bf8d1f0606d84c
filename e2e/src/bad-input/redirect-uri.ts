/** Registered for the customer app of the world: hosted pages may return there. */
export const REDIRECT_URI = 'https://shop.example.com/return';
