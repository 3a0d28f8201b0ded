/** In the place of a provider's id: a difference of the platform's own accounts, which concerns no provider, or no single one. */
export const platformBooks = "platform";
