import { passwordCost } from "#worker/features/auth/password";

const real = { ...passwordCost };

/** Verified by the same code, at a 5,000th of the cost: what the product asks for takes a fifth of a second each time. */
export function cheapPasswords(): void {
  Object.assign(passwordCost, { ln: 4, r: 1, p: 1 });
}

/** For tests about what a password costs. */
export function realPasswordCost(): void {
  Object.assign(passwordCost, real);
}
